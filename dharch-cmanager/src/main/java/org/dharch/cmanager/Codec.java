package org.dharch.cmanager;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;

/** DMFormats to bytes, and frames back to DMFormats. Safe for any thread. */
final class Codec {
  /** How long a message is of use if it does not say. */
  static final Duration DEFAULT_TTL = Duration.ofSeconds(60);

  private final DMFormatCodec codec;
  private final int maxBytes;

  Codec(JmsOptions options) {
    this.maxBytes = options.maxFrameSize() - Frame.OVERHEAD;
    // whether a payload is too large is for the manager and the nodes to say: here it is carried
    this.codec = new DMFormatCodec(options.limits().maxPayloadBytes(Math.max(1, maxBytes)));
  }

  /**
   * {@code message} for an outbox; its payload is not copied.
   *
   * @throws MalformedMessageException if it is past a limit, or the broker would cut the connection
   */
  Outbox.OutgoingItem encode(DMFormat message, Duration timeToLive) {
    return encode(message, timeToLive, () -> {});
  }

  /** As {@link #encode(DMFormat, Duration)}, and {@code left} is run when it has been sent. */
  Outbox.OutgoingItem encode(DMFormat message, Duration timeToLive, Runnable left) {
    byte[] head = codec.head(message);
    byte[] payload = message.payload();
    long expiresAt = System.nanoTime() + timeToLive.toNanos();
    Outbox.OutgoingItem item =
        new Outbox.OutgoingItem(message.id(), head, payload, expiresAt, left);
    if (item.size() > maxBytes) {
      throw new MalformedMessageException(
          "message=" + item.size() + " > maxFrameSize=" + (maxBytes + Frame.OVERHEAD));
    }
    return item;
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
        each.accept(codec.decode(item.head(), item.payload()));
      } catch (MalformedMessageException e) {
        malformed.accept(String.valueOf(e.getMessage()));
      }
    }
  }
}
