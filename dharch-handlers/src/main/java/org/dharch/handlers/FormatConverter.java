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
 * Makes of the format in which a message comes the one that is wanted: by a stylesheet (XSLT 1.0),
 * which makes a new element of the body's first, or by a map of lines of text to elements, one for
 * each record. Faults, and messages that have no such element, go on as they are. Reads and writes
 * the body. Parameters: docs/handlers.md. Any thread.
 */
public final class FormatConverter implements DHHandler {
  private Conversion conversion;

  /** A node makes it. */
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
   * @param onNode a node ends the wait for a handler that does not come back, and has another
   *     worker
   */
  private void init(Map<String, String> parameters, boolean onNode) {
    HandlerSettings settings = new HandlerSettings(parameters);
    Optional<String> stylesheet = settings.text("stylesheet");
    Optional<String> records = settings.text("records");
    if (stylesheet.isPresent() == records.isPresent()) {
      throw new DHArchException(
          "one of stylesheet and records is needed, and "
              + (records.isPresent() ? "both are" : "none is")
              + " there");
    }
    int maxBytes = Bodies.maxBytes(settings);
    conversion =
        stylesheet.isPresent()
            ? StylesheetConversion.of(Path.of(stylesheet.get()), settings, maxBytes, onNode)
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
