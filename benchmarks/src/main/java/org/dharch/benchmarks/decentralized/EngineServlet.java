package org.dharch.benchmarks.decentralized;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.dharch.samples.findroute.RouteMessages;

/**
 * The HTTP entry point of an engine: reads a request on the container's thread and releases the
 * thread, as the paper's listeners, which only fill the engine's queue.
 */
final class EngineServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final transient RouteEngine engine;

  EngineServlet(RouteEngine engine) {
    this.engine = engine;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String[] names = RouteMessages.names(request.getInputStream().readAllBytes());
    AsyncContext client = request.startAsync();
    client.setTimeout(0); // the benchmark client has its own timeout
    engine.accept(new PendingRequest(names[0], names[1], client));
  }

  @Override
  public void destroy() {
    engine.close();
  }
}
