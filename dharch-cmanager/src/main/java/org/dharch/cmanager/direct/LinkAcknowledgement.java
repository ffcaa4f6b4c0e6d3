package org.dharch.cmanager.direct;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;
import org.dharch.api.MessageId;
import org.dharch.cmanager.frame.Frame;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.core.message.MalformedMessageException;

/**
 * The acknowledgement of items on a link: an item without a head, whose payload is the items'
 * numbers, each an int64. It travels with the next replies or heartbeat. A manager acknowledges
 * replies in the same way.
 */
final class LinkAcknowledgement {
  static final int MOST = 4096;

  private static final MessageId NO_MESSAGE = new MessageId(0, 0);
  private static final byte[] NO_HEAD = {};

  private LinkAcknowledgement() {}

  /** Acknowledges at most {@value #MOST} items. */
  static Outbox.OutgoingItem item(List<Long> numbers) {
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES * numbers.size());
    for (long number : numbers) {
      out.putLong(number);
    }
    return new Outbox.OutgoingItem(NO_MESSAGE, NO_HEAD, out.array(), Long.MAX_VALUE, () -> {});
  }

  static boolean isAcknowledgement(Frame.Item item) {
    return item.head().length == 0;
  }

  /**
   * Passes each acknowledged number to {@code done}.
   *
   * @throws MalformedMessageException if there are none or too many
   */
  static void read(Frame.Item item, LongConsumer done) {
    byte[] payload = item.payload();
    if (payload.length % Long.BYTES != 0 || payload.length > Long.BYTES * MOST) {
      throw new MalformedMessageException(
          "a completion must have a multiple of eight bytes (got " + payload.length + ")");
    }
    ByteBuffer in = ByteBuffer.wrap(payload);
    while (in.hasRemaining()) {
      done.accept(in.getLong());
    }
  }
}
