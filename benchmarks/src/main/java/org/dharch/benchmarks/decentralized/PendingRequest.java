package org.dharch.benchmarks.decentralized;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.dharch.samples.findroute.RouteMessages;

/**
 * A request to FindRoute whose client waits without a container thread. Answered once, by any
 * thread.
 */
final class PendingRequest {
  private final String from;
  private final String to;
  private final AsyncContext client;

  PendingRequest(String from, String to, AsyncContext client) {
    this.from = from;
    this.to = to;
    this.client = client;
  }

  /** Returns whose address the route starts at. */
  String from() {
    return from;
  }

  /** Returns whose address the route leads to. */
  String to() {
    return to;
  }

  void answer(String directions) throws IOException {
    write(HttpServletResponse.SC_OK, RouteMessages.answer(directions));
  }

  void fail(Exception problem) throws IOException {
    String text = RouteMessages.escaped(problem.toString());
    write(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, RouteMessages.envelope("problem", text));
  }

  private void write(int status, byte[] envelope) throws IOException {
    HttpServletResponse response = (HttpServletResponse) client.getResponse();
    response.setStatus(status);
    response.setContentType("text/xml; charset=UTF-8");
    response.setContentLength(envelope.length);
    response.getOutputStream().write(envelope);
    client.complete();
  }
}
