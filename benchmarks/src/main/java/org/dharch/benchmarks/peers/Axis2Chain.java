package org.dharch.benchmarks.peers;

import java.io.IOException;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.site.SoapConnection;
import org.dharch.benchmarks.site.WaitingExchange;
import org.dharch.benchmarks.site.WaitingHandler;
import org.dharch.benchmarks.site.WaitingService;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleServices;

/**
 * Axis2's own chain: five handlers one after another on the thread that serves the request, HTTP
 * and SOAP included, which the other subjects do not have.
 */
final class Axis2Chain implements Subject {
  private static final String SERVICE = "PeersAxis2";

  private final AxisServer server;
  private final ExecutorService clients = Executors.newCachedThreadPool();
  private final Deque<SoapConnection> idle = new ConcurrentLinkedDeque<>();
  private final WaitingExchange atOnce;
  private final WaitingExchange waiting;
  private volatile boolean waits;

  /** Starts the server. */
  Axis2Chain(List<String> handlers, double millis, int kilobytes) throws IOException {
    server = AxisServer.create();
    var service = WaitingService.describe(server.configuration(), SERVICE, 0);
    server.deploy(service);
    SampleServices.chain(
        service, handlers.stream().map(n -> WaitingHandler.spec(n, millis).create()).toList());
    server.listen();
    atOnce = new WaitingExchange("m", kilobytes, handlers, Pace.AT_ONCE);
    waiting = new WaitingExchange("m", kilobytes, handlers, Pace.WAITING);
  }

  @Override
  public void begin(Done done) {
    clients.execute(() -> done.done(call()));
  }

  /** The handlers take their time from now on. */
  void beginToWait() {
    waits = true;
  }

  private boolean call() {
    WaitingExchange exchange = waits ? waiting : atOnce;
    try {
      return exchange.problemOf(call(exchange.envelope())).isEmpty();
    } catch (IOException e) {
      System.err.println("Axis2: " + e);
      return false;
    }
  }

  private byte[] call(byte[] envelope) throws IOException {
    SoapConnection used = idle.poll();
    if (used != null) {
      try {
        byte[] answer = used.call(envelope);
        idle.push(used);
        return answer;
      } catch (IOException e) {
        used.close(); // the server ends connections that were idle for long
      }
    }
    SoapConnection connection =
        new SoapConnection(server.endpoint(SERVICE), WaitingExchange.ACTION);
    byte[] answer = connection.call(envelope);
    idle.push(connection);
    return answer;
  }

  @Override
  public void close() {
    clients.shutdownNow();
    for (SoapConnection connection : idle) {
      try {
        connection.close();
      } catch (IOException e) {
        System.err.println("Axis2: " + e);
      }
    }
    server.close();
  }
}
