package org.dharch.benchmarks.peers;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
  private final Deque<SoapConnection> idle = new ArrayDeque<>(); // guarded by itself
  private final List<SoapConnection> all = new ArrayList<>();
  private final WaitingExchange exchange;

  /**
   * Starts the server and opens the connections.
   *
   * @param inFlight how many connections, one for each request in flight
   */
  Axis2Chain(List<String> handlers, double millis, int kilobytes, int inFlight) throws IOException {
    server = AxisServer.create();
    var service = WaitingService.describe(server.configuration(), SERVICE, 0);
    server.deploy(service);
    SampleServices.chain(
        service, handlers.stream().map(n -> WaitingHandler.spec(n, millis).create()).toList());
    server.listen();
    exchange = new WaitingExchange("m", kilobytes, handlers, Pace.WAITING);
    for (int i = 0; i < inFlight; i++) {
      all.add(new SoapConnection(server.endpoint(SERVICE), WaitingExchange.ACTION));
    }
    idle.addAll(all);
  }

  @Override
  public void begin(Done done) {
    clients.execute(() -> done.done(call()));
  }

  private boolean call() {
    SoapConnection connection;
    synchronized (idle) {
      connection = idle.pop();
    }
    try {
      return exchange.problemOf(connection.call(exchange.envelope())).isEmpty();
    } catch (IOException e) {
      System.err.println("Axis2: " + e);
      return false;
    } finally {
      synchronized (idle) {
        idle.push(connection);
      }
    }
  }

  @Override
  public void close() {
    clients.shutdownNow();
    for (SoapConnection connection : all) {
      try {
        connection.close();
      } catch (IOException e) {
        System.err.println("Axis2: " + e);
      }
    }
    server.close();
  }
}
