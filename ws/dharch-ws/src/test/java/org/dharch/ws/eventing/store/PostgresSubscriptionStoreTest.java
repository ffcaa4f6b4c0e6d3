package org.dharch.ws.eventing.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.dharch.testing.Awaits;
import org.dharch.testing.TestPostgres;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.eventing.SubscriptionStore.Bounds;
import org.dharch.ws.eventing.SubscriptionStore.Swept;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
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
  void nodesShareSubscriptionsAndFilters() {
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

  /**
   * An operator's command cancels while a node sweeps: each is told of, by this sweep or the next.
   */
  @Test
  void sweepReturnsConcurrentlyCanceled() throws Exception {
    try (SubscriptionStore node = open(Bounds.DEFAULT);
        SubscriptionStore operator = open(Bounds.DEFAULT);
        Connection inTheWay = DriverManager.getConnection(url)) {
      Subscription first = subscription(node.now() + 60_000);
      Subscription second = subscription(node.now() + 60_000);
      node.add(first, Filter.ALL);
      node.add(second, Filter.ALL);
      operator.cancel(first.id());
      inTheWay.setAutoCommit(false);
      try (Statement lock = inTheWay.createStatement()) {
        lock.execute("SELECT 1 FROM wse_subscription WHERE id = '" + first.id() + "' FOR UPDATE");
      }
      CompletableFuture<Swept> sweep = CompletableFuture.supplyAsync(() -> node.sweep(10));
      Awaits.soon().until(this::isSomebodyWaiting);
      operator.cancel(second.id());
      inTheWay.rollback();
      List<String> told =
          Stream.concat(sweep.get().canceled().stream(), node.sweep(10).canceled().stream())
              .map(Subscription::id)
              .toList();
      assertEquals(List.of(first.id(), second.id()), told);
      assertEquals(0, node.count());
    }
  }

  /** Either it was unsubscribed, or it is canceled and told of. */
  @Test
  void unsubscribeKeepsConcurrentCancellation() throws Exception {
    try (SubscriptionStore node = open(Bounds.DEFAULT);
        Connection operator = DriverManager.getConnection(url)) {
      Subscription one = subscription(node.now() + 60_000);
      node.add(one, Filter.ALL);
      operator.setAutoCommit(false);
      try (Statement cancel = operator.createStatement()) {
        cancel.execute("UPDATE wse_subscription SET expires_at = 0"); // as cancel does
      }
      CompletableFuture<Optional<Subscription>> removed =
          CompletableFuture.supplyAsync(() -> node.remove(one.id()));
      Awaits.soon().until(this::isSomebodyWaiting);
      operator.commit();
      assertEquals(Optional.empty(), removed.get());
      assertEquals(1, node.sweep(10).canceled().size());
      assertEquals(0, node.count());
    }
  }

  private boolean isSomebodyWaiting() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
                    + " AND wait_event_type = 'Lock'")) {
      return row.next() && row.getInt(1) > 0;
    }
  }
}
