package org.dharch.handlers;

import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.envelope.BodyContent;
import org.dharch.core.message.envelope.Envelopes;

/**
 * Restores a body that {@link Compressor} compressed; leaves other messages unchanged. Rejects
 * content that declares too large a size or compression ratio before decompression, and content
 * larger than declared during decompression. Reads and writes the body. Parameters:
 * docs/handlers.md. Thread-safe.
 */
public final class Decompressor implements DHHandler {
  private long maxRatio;
  private Limits limits;

  /** A node makes it. */
  public Decompressor() {}

  @Override
  public void init(Map<String, String> parameters) {
    HandlerSettings settings = new HandlerSettings(parameters);
    maxRatio = settings.number("maxRatio", Compressed.MOST_RATIO, 1, Compressed.MOST_RATIO);
    int maxBytes = Bodies.maxBytes(settings);
    settings.requireNoMore();
    limits = Limits.DEFAULT.maxPayloadBytes(maxBytes);
  }

  @Override
  public Changes handle(HandlerMessage message) {
    byte[] envelope = message.envelope();
    if (!Envelopes.outline(envelope, Bodies.OF_THE_NODE)
        .content()
        .filter(Compressed.NAME::equals)
        .isPresent()) {
      return Changes.NONE;
    }
    Compressed compressed = Compressed.read(envelope);
    int size = compressed.size();
    if (size > limits.maxPayloadBytes()) {
      throw new DHArchException(
          "Compressed: size=" + size + " > maxBytes=" + limits.maxPayloadBytes());
    }
    int packed = compressed.packed().length;
    if (size > maxRatio * packed) {
      throw new DHArchException(
          "Compressed: size=" + size + " of " + packed + " bytes > maxRatio=" + maxRatio);
    }
    byte[] bytes = compressed.algorithm().unpack(compressed.packed(), size);
    Limits around = limits.maxPayloadBytes(Math.max(limits.maxPayloadBytes(), envelope.length));
    return Bodies.changed(new BodyContent(bytes, compressed.declared()).in(envelope, around));
  }
}
