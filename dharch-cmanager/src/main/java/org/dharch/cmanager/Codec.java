package org.dharch.cmanager;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.dharch.core.message.DMFormat;
import org.dharch.core.message.DMFormatCodec;
import org.dharch.core.message.Limits;
import org.dharch.core.message.MalformedMessageException;

/** DMFormats to bytes, and frames back to DMFormats. Safe for any thread. */
final class Codec {
  /** How long a message is of use if it does not say. */
  static final Duration DEFAULT_TTL = Duration.ofSeconds(60);

  private final DMFormatCodec codec = new DMFormatCodec(Limits.DEFAULT);
  private final int maxBytes;

  Codec(JmsOptions options) {
    this.maxBytes = options.maxFrameSize() - Frame.OVERHEAD;
  }

  /**
   * The bytes of {@code message}.
   *
   * @throws MalformedMessageException if the broker would cut the connection for them
   */
  byte[] encode(DMFormat message) {
    byte[] bytes = codec.encode(message);
    if (bytes.length > maxBytes) {
      throw new MalformedMessageException(
          "message=" + bytes.length + " bytes > maxFrameSize=" + (maxBytes + Frame.OVERHEAD));
    }
    return bytes;
  }

  /** Hands every DMFormat in {@code message} on, and the reason for every one that is none. */
  void decode(Message message, Consumer<DMFormat> each, Consumer<String> malformed) {
    List<byte[]> items;
    try {
      items = Frame.read(message);
    } catch (JMSException | MalformedMessageException e) {
      malformed.accept(String.valueOf(e.getMessage()));
      return;
    }
    for (byte[] item : items) {
      try {
        each.accept(codec.decode(item));
      } catch (MalformedMessageException e) {
        malformed.accept(String.valueOf(e.getMessage()));
      }
    }
  }
}
