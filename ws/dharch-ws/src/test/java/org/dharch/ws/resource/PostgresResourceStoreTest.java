package org.dharch.ws.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dharch.testing.TestPostgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class PostgresResourceStoreTest extends ResourceStoreContract {
  private String url;

  @Override
  ResourceStore open() {
    url = url == null ? TestPostgres.newDatabase() : url;
    // a host whose clock is wrong: the data base's own counts
    return JdbcResourceStore.open(url, new Properties(), () -> Instant.EPOCH, 3);
  }

  @Test
  void usesServerTime() {
    long seen = now();
    assertTrue(Math.abs(System.currentTimeMillis() - seen) < 60_000, "" + seen);
  }

  @Test
  void concurrentNodesLoseNoUpdates() throws Exception {
    put(store(), resource("<n>0</n>"));
    try (ResourceStore second = open();
        ResourceStore third = open()) {
      countTo(60, List.of(store(), second, third));
    }
    assertEquals(Optional.of(resource("<n>60</n>")), store().transact(in -> in.resource(KEY)));
  }

  /** What another transaction was faster at is done again, on what that one left. */
  @Test
  void rereadsAfterConflict() {
    put(store(), resource("<n>0</n>"));
    AtomicBoolean isFirst = new AtomicBoolean(true);
    try (ResourceStore other = open()) {
      String seen =
          store()
              .transact(
                  in -> {
                    String document = in.resource(KEY).orElseThrow().document();
                    if (isFirst.getAndSet(false)) {
                      put(other, resource("<other/>"));
                    }
                    in.put(resource("<mine/>"));
                    return document;
                  });
      assertEquals("<other/>", seen);
    }
    assertEquals(Optional.of(resource("<mine/>")), store().transact(in -> in.resource(KEY)));
  }

  @Test
  void reopensLostConnection() throws Exception {
    put(store(), resource("<a/>"));
    try (Connection connection = DriverManager.getConnection(url)) {
      TestPostgres.closeOtherConnections(connection);
    }
    put(store(), resource("<b/>"));
    assertEquals(Optional.of(resource("<b/>")), store().transact(in -> in.resource(KEY)));
  }
}
