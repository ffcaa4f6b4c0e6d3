package org.dharch.ws.eventing.store;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.ws.eventing.SubscriptionStore;

class MemorySubscriptionStoreTest extends SubscriptionStoreContract {
  private final AtomicLong now = new AtomicLong(1_000_000);

  @Override
  SubscriptionStore open(SubscriptionStore.Bounds bounds) {
    return new MemorySubscriptionStore(() -> Instant.ofEpochMilli(now.get()), bounds);
  }

  @Override
  boolean advance(long millis) {
    now.addAndGet(millis);
    return true;
  }
}
