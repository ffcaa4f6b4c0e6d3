package org.dharch.benchmarks.decentralized;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Consumer;
import org.dharch.samples.findroute.RouteMessages;

/** Takes parcels over HTTP on the container's threads, and says with a dummy reply that it did. */
final class ParcelServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  /** What it always says. */
  static final byte[] DUMMY = RouteMessages.envelope("dummy", "");

  private final transient Consumer<Parcel> receiver;

  /**
   * Taking parcels for {@code receiver}.
   *
   * @param receiver which only queues it or wakes who waits for it
   */
  ParcelServlet(Consumer<Parcel> receiver) {
    this.receiver = receiver;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    receiver.accept(Parcel.read(request.getInputStream().readAllBytes()));
    response.setContentType("text/xml; charset=UTF-8");
    response.setContentLength(DUMMY.length);
    response.getOutputStream().write(DUMMY);
  }
}
