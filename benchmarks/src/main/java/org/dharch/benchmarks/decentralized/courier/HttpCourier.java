package org.dharch.benchmarks.decentralized.courier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.dharch.samples.findroute.RouteClient;

/**
 * SOAP over HTTP, one way by dummy replies (seed 002, section 3.1.1): the sending thread waits
 * until the other engine has queued the parcel and replied.
 */
public final class HttpCourier implements Courier {
  private final RouteClient client = new RouteClient();
  private final Map<String, URI> places;
  private final LongAdder replies = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** Sends to these addresses. */
  public HttpCourier(Map<String, URI> places) {
    this.places = Map.copyOf(places);
  }

  @Override
  public void send(String place, Parcel parcel) throws IOException {
    long begin = System.nanoTime();
    byte[] reply = client.post(places.get(place), parcel.envelope());
    if (!Arrays.equals(reply, ParcelServlet.DUMMY)) {
      throw new IOException(place + " rejected the parcel: " + new String(reply, UTF_8));
    }
    nanos.add(System.nanoTime() - begin);
    replies.increment();
  }

  /** Returns the average time of dummy replies since the last call, in ms; NaN without replies. */
  public double replyMillis() {
    return nanos.sumThenReset() / 1e6 / replies.sumThenReset();
  }

  @Override
  public void close() {
    client.close();
  }
}
