package org.dharch.ws.eventing.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.eventing.DeliveryFormat;
import org.dharch.ws.eventing.EventingVersion;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.Sink;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.eventing.SubscriptionStore.Added;
import org.dharch.ws.eventing.SubscriptionStore.Bounds;
import org.dharch.ws.eventing.SubscriptionStore.LossTolerance;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds of every store of subscriptions. */
abstract class SubscriptionStoreContract {
  private static final Filter FILTER =
      Filter.xpath(Filter.Kind.EVENT, "/x:a[x:b = 'ä']", Map.of("x", "urn:x"));

  private SubscriptionStore store;

  abstract SubscriptionStore open(Bounds bounds);

  /** Lets time pass; false if it passes by itself, and is not waited for here. */
  abstract boolean advance(long millis);

  @BeforeEach
  void open() {
    store = open(new Bounds(5_000, 3, 1_000));
  }

  @AfterEach
  void close() {
    store.close();
  }

  static Subscription subscription(long expiresAt) {
    return new Subscription(
        UUID.randomUUID().toString(),
        EventingVersion.WSE_2011_03,
        SoapVersion.SOAP_1_2,
        DeliveryFormat.WRAP,
        true,
        new Sink(
            AddressingVersion.WSA_2005_08,
            "http://sink.example/a?b=c",
            List.of("<k xmlns=\"urn:k\">12:ä\n</k>", "<l/>")),
        Optional.of(new Sink(AddressingVersion.WSA_2004_08, "http://sink.example/end", List.of())),
        "http://source.example/manager",
        expiresAt,
        0);
  }

  private Subscription added(Filter filter) {
    Subscription one = subscription(store.now() + 60_000);
    assertEquals(Added.ADDED, store.add(one, filter));
    return one;
  }

  private long number(Filter filter) {
    return store.filtersAfter(0, 100).stream()
        .filter(it -> it.filter().equals(filter))
        .findFirst()
        .orElseThrow()
        .number();
  }

  @Test
  void addedSubscriptionIsFoundUntilRemoved() {
    Subscription one = added(FILTER);
    assertEquals(Optional.of(one), store.find(one.id()));
    assertEquals(Added.ADDED, store.add(one, FILTER), "the same again");
    assertEquals(1, store.count());
    assertEquals(List.of(one), store.page(number(FILTER), "", 10));
    assertEquals(Optional.of(one), store.remove(one.id()));
    assertEquals(Optional.empty(), store.remove(one.id()));
    assertEquals(Optional.empty(), store.find(one.id()));
    assertFalse(store.renew(one.id(), store.now() + 1));
    assertEquals(0, store.count());
    assertEquals(Set.of(), store.numbers().all());
  }

  @Test
  void filtersAreDistinctWithAscendingNumbers() {
    added(FILTER);
    Subscription topic = added(Filter.topic("/a/b"));
    added(FILTER);
    assertEquals(2, store.filtersAfter(0, 10).size());
    long first = number(FILTER);
    long second = number(Filter.topic("/a/b"));
    assertTrue(first < second);
    assertEquals(1, store.filtersAfter(first, 10).size());
    assertEquals(1, store.filtersAfter(0, 1).size());
    assertEquals(Set.of(first, second), store.numbers().all());
    store.remove(topic.id());
    assertEquals(Set.of(first), store.numbers().all());
    assertEquals(second, store.numbers().last());
    added(Filter.topic("/a/b"));
    assertTrue(number(Filter.topic("/a/b")) > second, "a new number for one that was gone");
  }

  @Test
  void enforcesBounds() {
    added(Filter.ALL);
    Filter large = Filter.xpath(Filter.Kind.EVENT, "'" + "x".repeat(995) + "'", Map.of());
    added(large);
    Filter third = Filter.topic("/abcd");
    assertEquals(Added.TOO_MANY_FILTERS, store.add(subscription(store.now() + 9_000), third));
    added(Filter.topic("/a"));
    Filter fourth = Filter.topic("/b");
    assertEquals(Added.TOO_MANY_FILTERS, store.add(subscription(store.now() + 9_000), fourth));
    added(large);
    SubscriptionStore small = open(new Bounds(1, 10, 100));
    Subscription first = subscription(small.now() + 60_000);
    boolean isOfItsOwn = small.count() == 0;
    if (isOfItsOwn) {
      assertEquals(Added.ADDED, small.add(first, Filter.ALL));
    }
    Subscription more = subscription(small.now() + 60_000);
    assertEquals(Added.TOO_MANY, small.add(more, Filter.ALL));
    small.close();
  }

  @Test
  void pagesContainEachSubscriptionOnce() {
    Set<String> ids = new HashSet<>();
    for (int n = 0; n < 25; n++) {
      ids.add(added(FILTER).id());
      added(Filter.ALL);
    }
    Set<String> found = new HashSet<>();
    String after = "";
    List<Subscription> page;
    int pages = 0;
    do {
      page = store.page(number(FILTER), after, 10);
      for (Subscription one : page) {
        assertTrue(found.add(one.id()));
        after = one.id();
      }
      pages++;
    } while (page.size() == 10);
    assertEquals(ids, found);
    assertEquals(3, pages);
    assertEquals(List.of(), store.page(12_345, "", 10));
  }

  @Test
  void expiredAreHiddenAndSweptInBatches() {
    List<Subscription> all = new ArrayList<>();
    long at = store.now() - 1;
    for (int n = 0; n < 5; n++) {
      Subscription one = subscription(at - n);
      store.add(one, FILTER);
      all.add(one);
    }
    Subscription kept = added(FILTER);
    for (Subscription one : all) {
      assertEquals(Optional.empty(), store.find(one.id()));
      assertFalse(store.renew(one.id(), store.now() + 60_000), "it was over before");
      assertEquals(Optional.empty(), store.remove(one.id()));
    }
    assertEquals(List.of(kept), store.page(number(FILTER), "", 10));
    assertEquals(6, store.count());
    assertEquals(3, store.sweep(3).count());
    assertEquals(2, store.sweep(3).count());
    assertEquals(0, store.sweep(3).count());
    assertEquals(1, store.count());
    assertEquals(1, store.numbers().all().size());
  }

  @Test
  void sweepReturnsCanceledOnce() {
    Subscription canceled = added(FILTER);
    Subscription other = added(FILTER);
    Subscription kept = added(FILTER);
    assertTrue(store.cancel(canceled.id()));
    assertTrue(store.cancel(other.id()));
    assertFalse(store.cancel(canceled.id()), "it is over");
    assertEquals(Optional.empty(), store.find(canceled.id()));
    assertFalse(store.renew(canceled.id(), store.now() + 60_000));
    assertEquals(List.of(kept), store.page(number(FILTER), "", 10));
    store.add(subscription(store.now() - 1), FILTER);
    SubscriptionStore.Swept first = store.sweep(1);
    SubscriptionStore.Swept rest = store.sweep(10);
    assertEquals(1, first.count());
    assertEquals(2, rest.count(), "with what is expired");
    assertEquals(
        Set.of(canceled.id(), other.id()),
        Set.of(first.canceled().get(0).id(), rest.canceled().get(0).id()));
    assertEquals(1, rest.canceled().size());
    assertEquals(new SubscriptionStore.Swept(0, List.of()), store.sweep(10));
    assertEquals(1, store.count());
  }

  @Test
  void renewChangesExpiration() {
    Subscription longer = added(FILTER);
    Subscription shorter = added(FILTER);
    long now = store.now();
    assertTrue(store.renew(longer.id(), now + 120_000));
    assertTrue(store.renew(shorter.id(), now + 30_000));
    assertEquals(now + 120_000, store.find(longer.id()).orElseThrow().expiresAt());
    if (advance(60_000)) {
      assertEquals(1, store.sweep(10).count());
      assertTrue(store.find(longer.id()).isPresent());
      assertTrue(store.find(shorter.id()).isEmpty());
      assertTrue(advance(60_000));
      assertEquals(1, store.sweep(10).count());
      assertEquals(0, store.count());
    }
  }

  @Test
  void consecutiveLossesEndSubscription() {
    Subscription one = added(FILTER);
    Subscription other = added(FILTER);
    LossTolerance tolerance = new LossTolerance(3, 600_000);
    List<String> both = List.of(one.id(), other.id());
    assertEquals(List.of(), store.recordDeliveries(both, List.of(), tolerance));
    assertEquals(List.of(), store.recordDeliveries(both, List.of(), tolerance));
    assertEquals(2, store.find(one.id()).orElseThrow().failures());
    assertEquals(List.of(), store.recordDeliveries(List.of(), List.of(other.id()), tolerance));
    assertEquals(0, store.find(other.id()).orElseThrow().failures());
    List<Subscription> ended = store.recordDeliveries(both, List.of(), tolerance);
    assertEquals(List.of(one.id()), ended.stream().map(Subscription::id).toList());
    assertEquals(3, ended.get(0).failures());
    assertEquals(Optional.empty(), store.find(one.id()));
    assertEquals(1, store.count());
    String none = UUID.randomUUID().toString();
    assertEquals(List.of(), store.recordDeliveries(List.of(none), List.of(none), tolerance));
  }

  @Test
  void longLossEndsSubscription() {
    Subscription one = added(FILTER);
    LossTolerance tolerance = new LossTolerance(100, 30_000);
    assertEquals(List.of(), store.recordDeliveries(List.of(one.id()), List.of(), tolerance));
    if (advance(29_999)) {
      assertEquals(List.of(), store.recordDeliveries(List.of(one.id()), List.of(), tolerance));
      assertTrue(advance(1));
      assertEquals(1, store.recordDeliveries(List.of(one.id()), List.of(), tolerance).size());
    }
  }

  /** Whatever wins, a subscription is either renewed and there, or swept and not. */
  @Test
  void concurrentRenewAndSweep() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int n = 0; n < 30; n++) {
        Subscription one = subscription(store.now() + 2);
        store.add(one, FILTER);
        CountDownLatch go = new CountDownLatch(1);
        Future<Boolean> renewed =
            threads.submit(
                () -> {
                  go.await();
                  return store.renew(one.id(), store.now() + 60_000);
                });
        Future<Integer> swept =
            threads.submit(
                () -> {
                  go.await();
                  int count = 0;
                  for (int i = 0; i < 20 && count == 0; i++) {
                    advance(1);
                    count += store.sweep(10).count();
                  }
                  return count;
                });
        go.countDown();
        boolean isRenewed = renewed.get();
        int count = swept.get();
        assertEquals(isRenewed, store.find(one.id()).isPresent());
        assertTrue(!isRenewed || count == 0, () -> "renewed, and " + count + " swept");
        store.remove(one.id());
        store.sweep(10);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Filters appear in the order of their numbers, and counts are right, whoever adds. */
  @Test
  void concurrentOperations() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int mine = thread;
        all.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < 25; n++) {
                    Subscription one = subscription(store.now() + 60_000);
                    assertEquals(Added.ADDED, store.add(one, Filter.topic("/" + (n + mine) % 3)));
                    if (n % 2 == 0) {
                      assertTrue(store.remove(one.id()).isPresent());
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      assertEquals(4 * 12, store.count());
      long paged = 0;
      for (long number : store.numbers().all()) {
        paged += store.page(number, "", 1_000).size();
      }
      assertEquals(4 * 12, paged);
    } finally {
      threads.shutdownNow();
    }
  }
}
