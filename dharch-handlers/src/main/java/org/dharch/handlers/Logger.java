package org.dharch.handlers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.NodeContext;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Reason;

/**
 * Writes a line of JSON about each message into a bounded set of files. Reads the parts of its
 * fields, otherwise only the envelope's size. Changes nothing, so it can run {@code oneway}.
 * Parameters: docs/handlers.md. Thread-safe.
 */
public final class Logger implements DHHandler {
  /** The property with the sender's address, set by containers such as Axis2. */
  static final String REMOTE_ADDR = "REMOTE_ADDR";

  private static final int MAX_FIELD = 1024;
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** The position of an error in a message. The rest of an error text may quote the message. */
  private static final Pattern ERROR_POSITION =
      Pattern.compile("\\A(?:[a-z ]+, byte [0-9]+(, line [0-9]+):)?.*\\z", Pattern.DOTALL);

  private Set<LogField> fields;
  private Set<String> properties;
  private String client;
  private Redaction redaction;
  private LogFiles.Settings fileSettings;
  private LogFile file;
  private InstantSource clock;

  /** Creates a handler; called by the node. */
  public Logger() {}

  @Override
  public void init(Map<String, String> parameters, NodeContext node) {
    HandlerSettings settings = new HandlerSettings(parameters);
    String path = settings.required("file", "the file to write to");
    long maxFileBytes = settings.number("maxFileBytes", 8 << 20, 1024, Integer.MAX_VALUE);
    int maxFiles = (int) settings.number("maxFiles", 8, 1, 1000);
    fields = fields(settings.text("fields").orElse(LogField.DEFAULT));
    properties = words(settings.text("properties").orElse(""));
    client = settings.text("client").orElse(REMOTE_ADDR);
    redaction =
        new Redaction(
            PartPath.list("leaveOut", settings.text("leaveOut").orElse("")),
            (int) settings.number("maxEnvelopeChars", 65536, 1, 16 << 20));
    settings.requireNoMore();
    clock = node.clock();
    LogFiles.Settings requestedFile = new LogFiles.Settings(Path.of(path), maxFileBytes, maxFiles);
    try {
      file = LogFiles.open(requestedFile);
    } catch (IOException e) {
      throw new DHArchException("file='" + path + "': " + Reason.of(e), e);
    }
    fileSettings = requestedFile;
  }

  private static Set<LogField> fields(String text) {
    Map<String, LogField> all = LogField.byName();
    Set<LogField> chosen = new LinkedHashSet<>();
    for (String word : words(text)) {
      LogField field = all.get(word);
      if (field == null) {
        throw HandlerSettings.wrong("fields", word, String.join(" ", all.keySet()));
      }
      chosen.add(field);
    }
    return chosen;
  }

  private static Set<String> words(String text) {
    Set<String> words = new LinkedHashSet<>(List.of(BLANKS.split(text.strip(), -1)));
    words.remove("");
    return words;
  }

  @Override
  public Changes handle(HandlerMessage message) throws IOException {
    JsonLine line = new JsonLine();
    for (LogField field : fields) {
      write(field, message, line);
    }
    if (!properties.isEmpty()) {
      line.beginObject("properties");
      for (String name : properties) {
        message.properties().get(name).ifPresent(value -> line.text(name, brief(value.toString())));
      }
      line.end();
    }
    file.append(line.line());
    return Changes.NONE;
  }

  private void write(LogField field, HandlerMessage message, JsonLine line) {
    String name = field.text();
    switch (field) {
      case TIME -> line.text(name, clock.instant().toString());
      case ID -> line.text(name, message.id().toString());
      case ATTEMPT -> line.number(name, message.attempt());
      case BYTES -> line.number(name, message.envelope().length);
      case ENVELOPE -> envelope(message.envelope(), line.value(name));
      case CLIENT -> property(name, client, message, line);
      default -> property(name, field.property(), message, line);
    }
  }

  /** Unknown properties have no field. */
  private static void property(String name, String from, HandlerMessage message, JsonLine line) {
    String value = message.properties().text(from, "");
    if (!value.isEmpty()) {
      line.text(name, brief(value));
    }
  }

  private void envelope(byte[] envelope, JsonLine.Value value) {
    try {
      redaction.write(envelope, value);
    } catch (MalformedMessageException e) {
      value.clear(); // it may contain redacted parts
      value.text(
          "(cannot be read" + ERROR_POSITION.matcher(e.getMessage()).replaceFirst("$1") + ")");
    }
    value.end();
  }

  private static String brief(String text) {
    return text.length() <= MAX_FIELD ? text : text.substring(0, MAX_FIELD) + "…";
  }

  @Override
  public void close() {
    if (fileSettings != null) {
      try {
        LogFiles.close(fileSettings);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
