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
 * which {@link Decompressor} restores byte for byte. Leaves faults, small bodies, bodies with
 * content in an attachment, and those that would not shrink, or shrink more than a hundredfold,
 * unchanged. Reads and writes the body. Parameters: docs/handlers.md. Thread-safe.
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
