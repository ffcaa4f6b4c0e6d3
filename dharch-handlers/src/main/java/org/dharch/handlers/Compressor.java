package org.dharch.handlers;

import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.envelope.BodyContent;
import org.dharch.core.message.envelope.Envelopes;

/**
 * Compresses the body's content into one element {@code {urn:dharch:compression:1}Compressed},
 * which {@link Decompressor} restores byte for byte. Does not change faults, small bodies, bodies
 * with content in an attachment, and bodies whose size would not shrink or would shrink more than a
 * hundredfold. Reads and writes the body. Parameters: docs/handlers.md. Thread-safe.
 */
public final class Compressor implements DHHandler {
  private static final int DEFAULT_MIN_BYTES = 2048;

  private Compression algorithm;
  private Deflaters deflaters;
  private long minBytes;

  /** Creates a handler; called by the node. */
  public Compressor() {}

  @Override
  public void init(Map<String, String> parameters) {
    HandlerSettings settings = new HandlerSettings(parameters);
    algorithm = settings.choice("algorithm", Compression.BY_NAME, Compression.GZIP);
    int level = (int) settings.number("level", 6, 1, 9);
    minBytes = settings.number("minBytes", DEFAULT_MIN_BYTES, 0, Integer.MAX_VALUE);
    settings.requireNoMore();
    deflaters = new Deflaters(algorithm, level);
  }

  @Override
  public Changes handle(HandlerMessage message) {
    Envelopes.Outline outline = Envelopes.outline(message.envelope(), Bodies.UNBOUNDED);
    Optional<QName> content = outline.content();
    if (content.isEmpty() || outline.fault() || content.get().equals(Compressed.NAME)) {
      return Changes.NONE;
    }
    BodyContent body = BodyContent.of(message.envelope(), Bodies.UNBOUNDED);
    int size = body.bytes().length;
    if (size < minBytes || !Compressed.canWrite(body.declared()) || Attached.isIn(body)) {
      return Changes.NONE;
    }
    byte[] packed = algorithm.compress(body.bytes(), deflaters);
    if (size > (long) Compressed.MAX_RATIO * packed.length) {
      return Changes.NONE; // the receiver would reject it
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
