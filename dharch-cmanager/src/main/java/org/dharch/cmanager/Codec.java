package org.dharch.cmanager;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;

/** DMFormats to bytes, and frames back to DMFormats. Safe for any thread. */
final class Codec {
  /** How long a message is of use if it does not say. */
  static final Duration DEFAULT_TTL = Duration.ofSeconds(60);

  private static final byte[] NO_PAYLOAD = {};

  private final Limits limits = Limits.DEFAULT;
  private final DMFormatCodec codec = new DMFormatCodec(limits);
  private final int maxBytes;

  Codec(JmsOptions options) {
    this.maxBytes = options.maxFrameSize() - Frame.OVERHEAD;
  }

  /**
   * {@code message} for an outbox; its payload is not copied.
   *
   * @throws MalformedMessageException if it is past a limit, or the broker would cut the connection
   */
  Outbox.Item encode(DMFormat message, Duration timeToLive) {
    byte[] payload = message.payload();
    if (payload.length > limits.maxPayloadBytes()) {
      throw tooLarge("payload", payload.length, "maxPayloadBytes", limits.maxPayloadBytes());
    }
    byte[] head = codec.encode(new DMFormat(message.id(), message.properties(), NO_PAYLOAD));
    long expiresAt = System.nanoTime() + timeToLive.toNanos();
    Outbox.Item item = new Outbox.Item(message.id(), head, payload, expiresAt);
    if (item.size() > maxBytes) {
      throw tooLarge("message", item.size(), "maxFrameSize", maxBytes + Frame.OVERHEAD);
    }
    return item;
  }

  private static MalformedMessageException tooLarge(String what, int is, String bound, int max) {
    return new MalformedMessageException(what + "=" + is + " > " + bound + "=" + max);
  }

  /** Hands every DMFormat in {@code message} on, and the reason for every one that is none. */
  void decode(Message message, Consumer<DMFormat> each, Consumer<String> malformed) {
    List<Frame.Item> items;
    try {
      items = Frame.read(message);
    } catch (JMSException | MalformedMessageException e) {
      malformed.accept(String.valueOf(e.getMessage()));
      return;
    }
    for (Frame.Item item : items) {
      try {
        each.accept(decode(item));
      } catch (MalformedMessageException e) {
        malformed.accept(String.valueOf(e.getMessage()));
      }
    }
  }

  private DMFormat decode(Frame.Item item) {
    DMFormat head = codec.decode(item.head());
    if (head.payload().length > 0) {
      throw new MalformedMessageException("a head with a payload; it belongs behind the head");
    }
    if (item.payload().length > limits.maxPayloadBytes()) {
      throw tooLarge("payload", item.payload().length, "maxPayloadBytes", limits.maxPayloadBytes());
    }
    return new DMFormat(head.id(), head.properties(), item.payload());
  }
}
