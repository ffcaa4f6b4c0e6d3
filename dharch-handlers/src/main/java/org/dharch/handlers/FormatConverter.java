package org.dharch.handlers;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.NodeContext;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;

/**
 * Converts a message to the required format: by a stylesheet (XSLT 1.0), which replaces the body's
 * first element, or from lines of text to one element for each record. Does not change faults and
 * messages without such an element. Reads and writes the body. Parameters: docs/handlers.md.
 * Thread-safe.
 */
public final class FormatConverter implements DHHandler {
  private Conversion conversion;

  /** Creates a handler; called by the node. */
  public FormatConverter() {}

  @Override
  public void init(Map<String, String> parameters) {
    init(parameters, false);
  }

  @Override
  public void init(Map<String, String> parameters, NodeContext node) {
    init(parameters, true);
  }

  /**
   * @param isOnNode whether a node limits the run time of the handler
   */
  private void init(Map<String, String> parameters, boolean isOnNode) {
    HandlerSettings settings = new HandlerSettings(parameters);
    Optional<String> stylesheet = settings.text("stylesheet");
    Optional<String> records = settings.text("records");
    if (stylesheet.isPresent() == records.isPresent()) {
      throw new DHArchException(
          "exactly one of stylesheet and records must be set (got "
              + (records.isPresent() ? "both" : "none")
              + ")");
    }
    int maxBytes = Bodies.maxBytes(settings);
    conversion =
        stylesheet.isPresent()
            ? StylesheetConversion.of(Path.of(stylesheet.get()), settings, maxBytes, isOnNode)
            : RecordConversion.of(records.get(), settings, maxBytes);
    settings.requireNoMore();
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    return conversion.convert(message);
  }

  @Override
  public void close() {
    if (conversion != null) {
      conversion.close();
    }
  }
}
