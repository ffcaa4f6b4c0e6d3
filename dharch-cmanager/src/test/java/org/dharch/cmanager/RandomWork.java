package org.dharch.cmanager;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.wire.DMFormat;

/** Messages whose payload is random. */
final class RandomWork {
  private static final AtomicLong NEXT = new AtomicLong(1);

  private RandomWork() {}

  static DMFormat work(String replyTo, int size) {
    return work(replyTo, size, Duration.ofSeconds(30));
  }

  static DMFormat work(String replyTo, int size, Duration remaining) {
    byte[] payload = new byte[size];
    long n = NEXT.getAndIncrement();
    new Random(n).nextBytes(payload);
    MessageProperties properties =
        MessageProperties.empty()
            .with("dharch.replyTo", replyTo)
            .with("dharch.remainingNanos", remaining.toNanos());
    return new DMFormat(new MessageId(7, n), properties, payload);
  }
}
