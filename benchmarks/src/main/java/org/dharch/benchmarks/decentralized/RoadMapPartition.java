package org.dharch.benchmarks.decentralized;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.decentralized.courier.Courier;
import org.dharch.benchmarks.decentralized.courier.Parcel;
import org.dharch.samples.findroute.Place;
import org.dharch.samples.findroute.RouteClient;

/**
 * Partition D3 of seed 002, figure 1 (d): the first of two addresses takes a thread of the pool,
 * which waits for the second one, calls the road map and calls the origin back.
 */
final class RoadMapPartition {
  private static final long TIMEOUT_SECONDS = 120;

  private final RouteClient client = new RouteClient();
  private final URI map;
  private final EnginePool pool;
  private final Courier courier;
  private final Map<String, CompletableFuture<Parcel>> instances = new ConcurrentHashMap<>();

  RoadMapPartition(URI map, EnginePool pool, Courier courier) {
    this.map = map;
    this.pool = pool;
    this.courier = courier;
  }

  /** Handles an address. */
  void received(Parcel parcel) {
    CompletableFuture<Parcel> mine = new CompletableFuture<>();
    CompletableFuture<Parcel> others = instances.putIfAbsent(parcel.id(), mine);
    if (others == null) {
      pool.run(() -> program(parcel, mine));
    } else {
      instances.remove(parcel.id());
      others.complete(parcel);
    }
  }

  private void program(Parcel first, CompletableFuture<Parcel> other) throws Exception {
    Parcel second = other.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    boolean isFrom = first.part().equals(Parcel.FROM);
    Place from = place(isFrom ? first : second);
    Place to = place(isFrom ? second : first);
    String directions = client.directions(map, from, to);
    courier.send(
        first.origin(),
        new Parcel(first.id(), first.origin(), Parcel.DIRECTIONS, List.of(directions)));
  }

  private static Place place(Parcel parcel) {
    return new Place(parcel.values().get(0), parcel.values().get(1));
  }
}
