package org.dharch.benchmarks.decentralized;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Partition D0 split into D01 and D02 (seed 002, section 3.2, the fourth cure): one program sends
 * both names out and ends, another begins with the callback and answers the client, whose context
 * is kept for it. No thread waits.
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
  public void take(PendingRequest asked) {
    pool.run(() -> first(asked));
  }

  private void first(PendingRequest asked) throws Exception {
    String id = UUID.randomUUID().toString();
    clients.put(id, asked);
    try {
      BlockingOrigin.send(courier, RouteVariant.SPLIT, id, asked);
    } catch (Exception e) {
      clients.remove(id);
      asked.fail(e);
    }
  }

  /** The callback. */
  void received(Parcel parcel) {
    pool.run(
        () -> {
          PendingRequest asked = clients.remove(parcel.id());
          if (asked != null) {
            asked.answer(parcel.values().get(0));
          }
        });
  }

  @Override
  public void close() {
    pool.close();
    courier.close();
  }
}
