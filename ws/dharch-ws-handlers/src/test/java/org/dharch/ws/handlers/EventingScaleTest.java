package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.EventingBench.envelope;
import static org.dharch.ws.handlers.EventingBench.message;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Very many subscriptions, of which each thousandth part has a topic of its own. As many as {@code
 * -Deventing.subscriptions=1000000} says, and then with the bounds of time too; the figures are
 * printed.
 */
@Tag("full")
class EventingScaleTest {
  private static final int COUNT = Integer.getInteger("eventing.subscriptions", 50_000);
  private static final boolean IS_FULL = COUNT >= 1_000_000;
  private static final int TOPICS = COUNT / 1_000;
  private static final int EVENTS = 30;
  private static final long LONGEST_NANOS = 20_000_000_000L;

  @TempDir Path folder;
  private EventingBench bench = new EventingBench("maxSubscriptions", "" + (COUNT + 1));

  @AfterEach
  void close() {
    bench.close();
  }

  private static long heap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static Filter topic(int n) {
    return Filter.topic("/sensor/" + n % TOPICS);
  }

  private static void print(String line) {
    System.out.println("eventing: " + line);
  }

  @Test
  void inMemory() throws Exception {
    EventingSourceHandler source = bench.start(new EventingSourceHandler());
    SubscriptionStore store = source.eventing().store();
    long before = heap();
    for (int n = 0; n < COUNT; n++) {
      store.add(Subscribers.one(), topic(n));
    }
    long each = (heap() - before) / COUNT;
    print(COUNT + " subscriptions in memory, " + TOPICS + " filters: " + each + " B each");
    assertTrue(each <= 400, () -> each + " B each");
    oneOfAThousand(source, "memory");
  }

  @Test
  void inSqlite() throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("scale.db");
    EventingSourceHandler source = bench.start(new EventingSourceHandler(), "store", url);
    fill(url);
    long before = heap();
    oneOfAThousand(source, "SQLite");
    long each = (heap() - before) / COUNT;
    print(COUNT + " subscriptions in SQLite: " + each + " B of heap each");
    assertTrue(each <= 400, () -> each + " B each");
  }

  /** As the store would, but in one transaction. */
  private static void fill(String url) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO wse_subscription VALUES" + " (?, ?, ?, ?, 0, ?, '', ?, ?, 0, 0, ?)")) {
      connection.setAutoCommit(false);
      for (int n = 0; n < COUNT; n++) {
        Subscription one = Subscribers.one();
        insert.setString(1, one.id());
        insert.setString(2, one.version().name());
        insert.setString(3, one.soap().name());
        insert.setString(4, one.format().name());
        insert.setString(5, one.notifyTo().text());
        insert.setString(6, one.manager());
        insert.setLong(7, one.expiresAt());
        insert.setLong(8, n % TOPICS + 1);
        insert.addBatch();
        if (n % 1_000 == 999) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
      for (int n = 0; n < TOPICS; n++) {
        statement.execute(
            "INSERT INTO wse_filter VALUES ("
                + (n + 1)
                + ", '"
                + n
                + "', 'TOPIC', '/sensor/"
                + n
                + "', '', 1000)");
      }
      statement.execute("UPDATE wse_usage SET last_filter = " + TOPICS + ", filters = " + TOPICS);
      connection.commit();
    }
  }

  private void oneOfAThousand(EventingSourceHandler source, String where) throws Exception {
    List<Long> micros = new ArrayList<>();
    for (int n = 0; n < EVENTS; n++) {
      long addresses = bench.addresses();
      long start = System.nanoTime();
      Changes changes =
          source.handle(
              message(
                  envelope("<fire xmlns='urn:x'>" + n + "</fire>"),
                  EventingSourceHandler.TOPIC,
                  "/sensor/" + n % TOPICS));
      while (bench.addresses() < addresses + 1_000 && System.nanoTime() - start < LONGEST_NANOS) {
        Thread.onSpinWait(); // where the timer was at it just then
      }
      micros.add((System.nanoTime() - start) / 1_000);
      assertEquals(Changes.NONE, changes);
      assertEquals(addresses + 1_000, bench.addresses());
      tellAll(source);
    }
    micros.sort(null);
    long median = micros.get(micros.size() / 2);
    print(
        "an event that 1000 of "
            + COUNT
            + " in "
            + where
            + " match: handed over in "
            + median
            + " µs at the median of "
            + EVENTS
            + ", "
            + micros.get(micros.size() - 1)
            + " at the most");
    assertTrue(!IS_FULL || median <= 50_000, () -> median + " µs");
  }

  /** Each notification that was handed over has arrived. */
  private int tellAll(EventingSourceHandler source) {
    List<Emission> now = List.copyOf(bench.emitted);
    bench.emitted.removeAll(now);
    for (Emission one : now) {
      int addresses = EventingBench.to(one).addresses().size();
      for (int address = 0; address < addresses; address++) {
        source.emitted(one.id(), new Emitted.Sent(address, 202, Optional.empty()));
      }
    }
    return now.stream().mapToInt(one -> EventingBench.to(one).addresses().size()).sum();
  }

  @Test
  void commonFilter() throws Exception {
    EventingSourceHandler source = bench.start(new EventingSourceHandler());
    SubscriptionStore store = source.eventing().store();
    for (int n = 0; n < COUNT; n++) {
      store.add(Subscribers.one(), Filter.ALL);
    }
    long before = heap();
    long start = System.nanoTime();
    source.handle(message(envelope("<fire xmlns='urn:x'/>")));
    assertTrue(
        bench.addresses() <= PendingNotifications.MAX_ADDRESSES,
        "no more is under way than may be");
    long most = heap() - before;
    AtomicLong told = new AtomicLong();
    Awaitility.await()
        .atMost(Duration.ofMinutes(10))
        .pollInterval(Duration.ofMillis(1))
        .until(() -> told.addAndGet(tellAll(source)) == COUNT);
    long perSecond = COUNT * 1_000_000_000L / (System.nanoTime() - start);
    print(
        "an event that all of "
            + COUNT
            + " match: "
            + perSecond
            + " notifications/s, "
            + most / 1_048_576
            + " MiB for what is under way");
    assertTrue(most < 128 << 20, () -> most + " B");
    assertTrue(!IS_FULL || perSecond >= 10_000, () -> perSecond + "/s");
    assertEquals(0, source.eventing().pendingCount());
  }
}
