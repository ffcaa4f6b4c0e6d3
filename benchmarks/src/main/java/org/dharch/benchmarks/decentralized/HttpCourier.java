package org.dharch.benchmarks.decentralized;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.dharch.samples.findroute.RouteClient;

/**
 * SOAP over HTTP, made one-way by dummy replies (seed 002, section 3.1.1): the sending thread waits
 * until the other engine has put the parcel into its queue and said so.
 */
final class HttpCourier implements Courier {
  private final RouteClient client = new RouteClient();
  private final Map<String, URI> places;
  private final LongAdder replies = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** Which knows where these places are. */
  HttpCourier(Map<String, URI> places) {
    this.places = Map.copyOf(places);
  }

  @Override
  public void send(String place, Parcel parcel) throws IOException {
    long begin = System.nanoTime();
    byte[] reply = client.post(places.get(place), parcel.envelope());
    if (!Arrays.equals(reply, ParcelServlet.DUMMY)) {
      throw new IOException(place + " did not take it: " + new String(reply, UTF_8));
    }
    nanos.add(System.nanoTime() - begin);
    replies.increment();
  }

  /** How long dummy replies took on average since this was asked, in ms; NaN if there was none. */
  double replyMillis() {
    return nanos.sumThenReset() / 1e6 / replies.sumThenReset();
  }

  @Override
  public void close() {
    client.close();
  }
}
