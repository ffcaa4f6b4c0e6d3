package org.dharch.ws.eventing.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.InstantSource;
import java.util.Optional;
import java.util.Properties;
import org.dharch.testing.TestPostgres;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.eventing.SubscriptionStore.Bounds;
import org.junit.jupiter.api.Test;

class PostgresSubscriptionStoreTest extends SubscriptionStoreContract {
  private final String url = TestPostgres.newDatabase();

  @Override
  SubscriptionStore open(Bounds bounds) {
    return JdbcSubscriptionStore.open(url, new Properties(), InstantSource.system(), 4, bounds);
  }

  @Override
  boolean advance(long millis) {
    return false; // its clock is the server's
  }

  @Test
  void twoNodesSeeOneAnothersSubscriptionsAndFilters() {
    try (SubscriptionStore one = open(Bounds.DEFAULT);
        SubscriptionStore other = open(Bounds.DEFAULT)) {
      Subscription subscription = subscription(one.now() + 60_000);
      one.add(subscription, Filter.topic("/a"));
      assertEquals(1, other.filtersAfter(0, 10).size());
      assertEquals(Optional.of(subscription), other.find(subscription.id()));
      other.remove(subscription.id());
      assertEquals(0, one.count());
    }
  }
}
