package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.dharch.samples.findroute.RouteClient;

/**
 * SOAP over HTTP, made one-way by dummy replies (seed 002, section 3.1.1): the sending thread waits
 * until the other engine has put the parcel into its queue and said so.
 */
final class HttpCourier implements Courier {
  private final RouteClient client = new RouteClient();
  private final Map<String, URI> places;

  /** Which knows where these places are. */
  HttpCourier(Map<String, URI> places) {
    this.places = Map.copyOf(places);
  }

  @Override
  public void send(String place, Parcel parcel) throws IOException {
    client.post(places.get(place), parcel.envelope());
  }

  @Override
  public void close() {
    client.close();
  }
}
