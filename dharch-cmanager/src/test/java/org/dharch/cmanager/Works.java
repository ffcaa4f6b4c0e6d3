package org.dharch.cmanager;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.wire.DMFormat;

/** Makes messages for tests, and waits. */
final class Works {
  private static final AtomicLong NEXT = new AtomicLong(1);

  private Works() {}

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

  static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(5));
  }
}
