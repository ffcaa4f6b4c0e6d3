package org.dharch.cmanager;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.wire.DMFormat;

/** Messages whose payload is random. */
public final class RandomTaskBatch {
  private static final AtomicLong NEXT = new AtomicLong(1);

  private RandomTaskBatch() {}

  public static DMFormat of(String replyTo, int size) {
    return of(replyTo, size, Duration.ofSeconds(30));
  }

  public static DMFormat of(String replyTo, int size, Duration remaining) {
    byte[] payload = new byte[size];
    long n = NEXT.getAndIncrement();
    new Random(n).nextBytes(payload);
    MessageProperties properties =
        MessageProperties.empty()
            .with("dharch.replyTo", replyTo)
            .with("dharch.remainingNanos", remaining.toNanos());
    return DMFormat.of(new MessageId(7, n), properties, payload);
  }
}
