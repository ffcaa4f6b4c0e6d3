package org.dharch.benchmarks.decentralized;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.decentralized.courier.Courier;
import org.dharch.benchmarks.decentralized.courier.Parcel;
import org.dharch.samples.findroute.RouteHandlers;

/**
 * Partition D0 of seed 002, figure 1 (d): a thread of the pool sends both names and waits for the
 * callback. Another pool, or the listener, receives the callback and wakes the thread. This is the
 * third remedy of section 3.2: otherwise no callback would be received once all threads wait.
 */
final class BlockingOrigin implements RouteEngine {
  private static final long TIMEOUT_SECONDS = 120;

  private final RouteVariant variant;
  private final Courier courier;
  private final EnginePool pool;
  private final Map<String, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();

  BlockingOrigin(RouteVariant variant, int threads, Courier courier) {
    this.variant = variant;
    this.courier = courier;
    this.pool = new EnginePool(variant.id(), threads);
  }

  @Override
  public void accept(PendingRequest request) {
    pool.run(() -> program(request));
  }

  private void program(PendingRequest request) throws Exception {
    String id = UUID.randomUUID().toString();
    CompletableFuture<String> callback = new CompletableFuture<>();
    waiting.put(id, callback);
    try {
      send(courier, variant, id, request);
      request.answer(callback.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
    } catch (Exception e) {
      request.fail(e);
    } finally {
      waiting.remove(id);
    }
  }

  /** Sends both messages. */
  static void send(Courier courier, RouteVariant variant, String id, PendingRequest request)
      throws Exception {
    courier.send(
        RouteHandlers.ADDRESS1, new Parcel(id, variant.id(), Parcel.FROM, List.of(request.from())));
    courier.send(
        RouteHandlers.ADDRESS2, new Parcel(id, variant.id(), Parcel.TO, List.of(request.to())));
  }

  /** Handles the callback. */
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
