package org.dharch.ws.eventing.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.eventing.SubscriptionStore.Bounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteSubscriptionStoreTest extends SubscriptionStoreContract {
  @TempDir Path folder;
  private final AtomicLong now = new AtomicLong(1_000_000);

  @Override
  SubscriptionStore open(Bounds bounds) {
    return JdbcSubscriptionStore.open(
        "jdbc:sqlite:" + folder.resolve("wse.db"),
        new Properties(),
        () -> Instant.ofEpochMilli(now.get()),
        4,
        bounds);
  }

  @Override
  boolean advance(long millis) {
    now.addAndGet(millis);
    return true;
  }

  @Test
  void subscriptionsSurviveRestart() {
    Subscription one = subscription(now.get() + 60_000);
    try (SubscriptionStore first = open(Bounds.DEFAULT)) {
      first.add(one, Filter.ALL);
    }
    try (SubscriptionStore second = open(Bounds.DEFAULT)) {
      assertEquals(Optional.of(one), second.find(one.id()));
      assertEquals(1, second.filtersAfter(0, 10).size());
    }
  }
}
