package org.dharch.benchmarks.decentralized;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.benchmarks.decentralized.courier.Courier;
import org.dharch.benchmarks.decentralized.courier.Parcel;

/**
 * Partition D0 split into D01 and D02 (seed 002, section 3.2, the fourth remedy): one program sends
 * both names and ends, another starts with the callback and answers the client, whose context is
 * stored meanwhile. No thread waits.
 */
final class SplitOrigin implements RouteEngine {
  private final Courier courier;
  private final EnginePool pool;
  private final Map<String, PendingRequest> clients = new ConcurrentHashMap<>();

  SplitOrigin(int threads, Courier courier) {
    this.courier = courier;
    this.pool = new EnginePool(RouteVariant.SPLIT.id(), threads);
  }

  @Override
  public void accept(PendingRequest request) {
    pool.run(() -> first(request));
  }

  private void first(PendingRequest request) throws Exception {
    String id = UUID.randomUUID().toString();
    clients.put(id, request);
    try {
      BlockingOrigin.send(courier, RouteVariant.SPLIT, id, request);
    } catch (Exception e) {
      clients.remove(id);
      request.fail(e);
    }
  }

  /** Handles the callback. */
  void received(Parcel parcel) {
    pool.run(
        () -> {
          PendingRequest request = clients.remove(parcel.id());
          if (request != null) {
            request.answer(parcel.values().get(0));
          }
        });
  }

  @Override
  public void close() {
    pool.close();
    courier.close();
  }
}
