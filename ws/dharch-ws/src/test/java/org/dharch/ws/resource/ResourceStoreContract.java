package org.dharch.ws.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does. */
abstract class ResourceStoreContract {
  static final ResourceKey KEY = new ResourceKey("Weather", "b1");

  private ResourceStore store;

  abstract ResourceStore open();

  @BeforeEach
  void openIt() {
    store = open();
  }

  @AfterEach
  void closeIt() {
    store.close();
  }

  final ResourceStore store() {
    return store;
  }

  final long now() {
    return store.transact(ResourceTransaction::now);
  }

  private long count() {
    return store.transact(in -> in.count("Weather"));
  }

  static Resource resource(String document) {
    return new Resource(KEY, document, OptionalLong.empty());
  }

  static void put(ResourceStore store, Resource resource) {
    store.transact(
        in -> {
          in.resource(resource.key());
          in.put(resource);
          return "";
        });
  }

  @Test
  void findsStoredResource() {
    assertEquals(Optional.empty(), store.transact(in -> in.resource(KEY)));
    Resource first = new Resource(KEY, "<é/>", OptionalLong.of(now() + 100_000));
    put(store, first);
    assertEquals(Optional.of(first), store.transact(in -> in.resource(KEY)));
    put(store, resource("<b/>"));
    assertEquals(Optional.of(resource("<b/>")), store.transact(in -> in.resource(KEY)));
    ResourceKey other = new ResourceKey("Other", KEY.id());
    assertEquals(Optional.empty(), store.transact(in -> in.resource(other)));
  }

  @Test
  void removesResource() {
    put(store, resource("<a/>"));
    store.transact(
        in -> {
          in.resource(KEY);
          in.remove(KEY);
          return "";
        });
    assertEquals(Optional.empty(), store.transact(in -> in.resource(KEY)));
    assertEquals(0, count());
  }

  @Test
  void rollsBackOnException() {
    put(store, resource("<a/>"));
    assertThrows(
        IllegalStateException.class,
        () ->
            store.transact(
                in -> {
                  in.resource(KEY);
                  in.put(resource("<b/>"));
                  in.done("m", "said");
                  throw new IllegalStateException("here");
                }));
    assertEquals(Optional.of(resource("<a/>")), store.transact(in -> in.resource(KEY)));
    assertEquals(Optional.empty(), store.transact(in -> in.outcome("m")));
  }

  @Test
  void storesOutcome() {
    store.transact(
        in -> {
          in.done("m", "säid");
          return "";
        });
    assertEquals(Optional.of("säid"), store.transact(in -> in.outcome("m")));
    assertEquals(Optional.empty(), store.transact(in -> in.outcome("other")));
  }

  @Test
  void hidesAndSweepsExpiredResources() {
    long over = now() - 1;
    for (int i = 0; i < 5; i++) {
      put(store, new Resource(new ResourceKey("Weather", "x" + i), "<a/>", OptionalLong.of(over)));
    }
    put(store, new Resource(KEY, "<a/>", OptionalLong.of(over + 1_000_000)));
    assertEquals(
        Optional.empty(), store.transact(in -> in.resource(new ResourceKey("Weather", "x1"))));
    assertEquals(6, count());
    assertEquals(3, store.sweep(3));
    assertEquals(2, store.sweep(3));
    assertEquals(0, store.sweep(3));
    assertEquals(1, count());
  }

  @Test
  void recreatesExpiredResource() {
    put(store, new Resource(KEY, "<a/>", OptionalLong.of(now() - 1)));
    put(store, resource("<b/>"));
    assertEquals(Optional.of(resource("<b/>")), store.transact(in -> in.resource(KEY)));
    assertEquals(1, count());
  }

  @Test
  void concurrentChangesLoseNoUpdates() throws Exception {
    put(store, resource("<n>0</n>"));
    countTo(60, List.of(store));
    assertEquals(Optional.of(resource("<n>60</n>")), store.transact(in -> in.resource(KEY)));
  }

  /** Each time one more, by several threads. */
  static void countTo(int times, List<ResourceStore> stores) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<String>> done = new ArrayList<>();
      for (int t = 0; t < times; t++) {
        ResourceStore store = stores.get(t % stores.size());
        done.add(threads.submit(() -> store.transact(ResourceStoreContract::oneMore)));
      }
      for (Future<String> each : done) {
        each.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  private static String oneMore(ResourceTransaction in) {
    String was = in.resource(KEY).orElseThrow().document();
    int number = Integer.parseInt(was.replaceAll("[^0-9]", ""));
    in.put(resource("<n>" + (number + 1) + "</n>"));
    return "";
  }
}
