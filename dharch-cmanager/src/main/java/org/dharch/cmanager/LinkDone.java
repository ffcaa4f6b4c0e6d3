package org.dharch.cmanager;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongConsumer;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.WireProperties;

/**
 * What a node says on a link of the items that it is done with, as the acknowledgement of a frame
 * is by the broker: a DMFormat of the kind {@code done}, whose payload is their numbers, each an
 * int64. It travels with the next replies or the next heartbeat. A manager says likewise how many
 * replies it has had on the link.
 */
final class LinkDone {
  static final String KIND = "done";
  static final int MOST = 4096;

  private LinkDone() {}

  /** Says that it is done with these, at most {@value #MOST}. */
  static DMFormat encode(List<Long> numbers) {
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES * numbers.size());
    numbers.forEach(out::putLong);
    MessageId id = MessageId.random(ThreadLocalRandom.current());
    return new DMFormat(id, WireProperties.ofKind(KIND), out.array());
  }

  /** Whether {@code message} is such a word. */
  static boolean is(DMFormat message) {
    return KIND.equals(message.properties().get(WireProperties.KIND).orElse(""));
  }

  static void decode(DMFormat message, LongConsumer done) {
    byte[] payload = message.payload();
    if (payload.length % Long.BYTES != 0 || payload.length > Long.BYTES * MOST) {
      throw new MalformedMessageException(
          "a word of what is done, of " + payload.length + " bytes; eight each are allowed");
    }
    ByteBuffer in = ByteBuffer.wrap(payload);
    while (in.hasRemaining()) {
      done.accept(in.getLong());
    }
  }
}
