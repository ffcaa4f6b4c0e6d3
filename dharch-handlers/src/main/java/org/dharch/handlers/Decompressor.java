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
 * Restores a body that {@link Compressor} compressed. Rejects content whose size or compression
 * ratio is too large or not as declared. Reads and writes the body. Parameters: docs/handlers.md.
 * Thread-safe.
 */
public final class Decompressor implements DHHandler {
  private long maxRatio;
  private Limits limits;

  /** Creates a handler; called by the node. */
  public Decompressor() {}

  @Override
  public void init(Map<String, String> parameters) {
    HandlerSettings settings = new HandlerSettings(parameters);
    maxRatio = settings.number("maxRatio", Compressed.MAX_RATIO, 1, Compressed.MAX_RATIO);
    int maxBytes = Bodies.maxBytes(settings);
    settings.requireNoMore();
    limits = Limits.DEFAULT.maxPayloadBytes(maxBytes);
  }

  @Override
  public Changes handle(HandlerMessage message) {
    byte[] envelope = message.envelope();
    if (!Envelopes.outline(envelope, Bodies.UNBOUNDED)
        .content()
        .filter(Compressed.NAME::equals)
        .isPresent()) {
      return Changes.NONE;
    }
    Compressed compressed = Compressed.read(envelope);
    int size = compressed.size();
    if (size > limits.maxPayloadBytes()) {
      throw new DHArchException(
          "Compressed: size must be at most maxBytes="
              + limits.maxPayloadBytes()
              + " (got "
              + size
              + ")");
    }
    int packed = compressed.packed().length;
    if (size > maxRatio * packed) {
      throw new DHArchException(
          "Compressed: size must be at most maxRatio="
              + maxRatio
              + " times the compressed size (got "
              + size
              + " and "
              + packed
              + " bytes)");
    }
    byte[] bytes = compressed.algorithm().decompress(compressed.packed(), size);
    Limits envelopeLimits =
        limits.maxPayloadBytes(Math.max(limits.maxPayloadBytes(), envelope.length));
    return Bodies.changed(
        new BodyContent(bytes, compressed.declared()).in(envelope, envelopeLimits));
  }
}
