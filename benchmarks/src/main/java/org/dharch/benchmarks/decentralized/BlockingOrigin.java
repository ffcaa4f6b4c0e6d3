package org.dharch.benchmarks.decentralized;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.dharch.samples.findroute.RouteHandlers;

/**
 * Partition D0 of seed 002, figure 1 (d): a thread of the pool sends both names out and waits for
 * the callback. The callback comes by another pool, or the listener, which wakes it: the third of
 * the cures in section 3.2, without which no callback would ever be received once all threads wait.
 */
final class BlockingOrigin implements RouteEngine {
  private static final long PATIENCE_SECONDS = 120;

  private final RouteVariant way;
  private final Courier courier;
  private final EnginePool pool;
  private final Map<String, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();

  BlockingOrigin(RouteVariant way, int threads, Courier courier) {
    this.way = way;
    this.courier = courier;
    this.pool = new EnginePool(way.id(), threads);
  }

  @Override
  public void take(PendingRequest asked) {
    pool.run(() -> program(asked));
  }

  private void program(PendingRequest asked) throws Exception {
    String id = UUID.randomUUID().toString();
    CompletableFuture<String> callback = new CompletableFuture<>();
    waiting.put(id, callback);
    try {
      send(courier, way, id, asked);
      asked.answer(callback.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (Exception e) {
      asked.fail(e);
    } finally {
      waiting.remove(id);
    }
  }

  /** The flow of both messages. */
  static void send(Courier courier, RouteVariant way, String id, PendingRequest asked) throws Exception {
    courier.send(
        RouteHandlers.ADDRESS1, new Parcel(id, way.id(), Parcel.FROM, List.of(asked.from())));
    courier.send(RouteHandlers.ADDRESS2, new Parcel(id, way.id(), Parcel.TO, List.of(asked.to())));
  }

  /** The callback. */
  void received(Parcel parcel) {
    CompletableFuture<String> callback = waiting.get(parcel.id());
    if (callback != null) {
      callback.complete(parcel.values().get(0));
    }
  }

  @Override
  public void close() {
    pool.close();
    courier.close();
  }
}
