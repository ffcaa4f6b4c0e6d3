package org.dharch.benchmarks.decentralized.courier;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Consumer;
import org.dharch.samples.findroute.RouteMessages;

/** Receives parcels over HTTP on the container's threads and returns a dummy reply. */
public final class ParcelServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  /** The dummy reply. */
  static final byte[] DUMMY = RouteMessages.envelope("dummy", "");

  private final transient Consumer<Parcel> receiver;

  /**
   * Gives parcels to {@code receiver}.
   *
   * @param receiver must only queue the parcel or wake a waiting thread
   */
  public ParcelServlet(Consumer<Parcel> receiver) {
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
