package org.dharch.benchmarks.decentralized;

import java.net.URI;
import java.util.List;
import org.dharch.benchmarks.decentralized.courier.Courier;
import org.dharch.benchmarks.decentralized.courier.Parcel;
import org.dharch.samples.findroute.Place;
import org.dharch.samples.findroute.RouteClient;
import org.dharch.samples.findroute.RouteHandlers;

/**
 * Partition D1 or D2 of seed 002, figure 1 (d): calls its address book and sends city and zip to
 * D3. A thread of the pool waits for the service.
 */
final class AddressPartition {
  private final RouteClient client = new RouteClient();
  private final URI book;
  private final EnginePool pool;
  private final Courier courier;

  AddressPartition(URI book, EnginePool pool, Courier courier) {
    this.book = book;
    this.pool = pool;
    this.courier = courier;
  }

  /** Handles a name. */
  void received(Parcel parcel) {
    pool.run(
        () -> {
          Place place = client.address(book, parcel.values().get(0));
          courier.send(
              RouteHandlers.ROADMAP,
              new Parcel(
                  parcel.id(), parcel.origin(), parcel.part(), List.of(place.city(), place.zip())));
        });
  }
}
