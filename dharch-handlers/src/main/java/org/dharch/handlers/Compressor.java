package org.dharch.handlers;

import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.BodyContent;
import org.dharch.core.message.Envelopes;

/**
 * Compresses the body: what is in it becomes one element {@code
 * {urn:dharch:compression:1}Compressed}, of which {@link Decompressor} makes again what it was,
 * byte for byte. Faults, small bodies, those with content in an attachment, and those that would
 * not get smaller, or more than a hundred times smaller, stay as they are. Reads and writes the
 * body. Parameters: docs/handlers.md. Any thread.
 */
public final class Compressor implements DHHandler {
  private static final int LEAST_BYTES = 2048;

  private Compression algorithm;
  private Deflaters deflaters;
  private long from;

  /** A node makes it. */
  public Compressor() {}

  @Override
  public void init(Map<String, String> parameters) {
    HandlerSettings settings = new HandlerSettings(parameters);
    algorithm = settings.choice("algorithm", Compression.BY_NAME, Compression.GZIP);
    int level = (int) settings.number("level", 6, 1, 9);
    from = settings.number("minBytes", LEAST_BYTES, 0, Integer.MAX_VALUE);
    settings.requireNoMore();
    deflaters = new Deflaters(algorithm, level);
  }

  @Override
  public Changes handle(HandlerMessage message) {
    Envelopes.Outline outline = Envelopes.outline(message.envelope(), Bodies.OF_THE_NODE);
    Optional<QName> content = outline.content();
    if (content.isEmpty() || outline.fault() || content.get().equals(Compressed.NAME)) {
      return Changes.NONE;
    }
    BodyContent body = BodyContent.of(message.envelope(), Bodies.OF_THE_NODE);
    int size = body.bytes().length;
    if (size < from || !Compressed.canSay(body.declared()) || Attached.isIn(body)) {
      return Changes.NONE;
    }
    byte[] packed = algorithm.pack(body.bytes(), deflaters);
    if (size > (long) Compressed.MOST_RATIO * packed.length) {
      return Changes.NONE; // it would be refused where it arrives
    }
    byte[] element = new Compressed(algorithm, size, body.declared(), packed).write();
    return element.length < size ? Bodies.changed(element) : Changes.NONE;
  }

  @Override
  public void close() {
    if (deflaters != null) {
      deflaters.close();
    }
  }
}
