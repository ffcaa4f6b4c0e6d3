package org.dharch.benchmarks.peers;

import java.io.IOException;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
 * Axis2's own chain: five sequential handlers on the thread of the request. It includes HTTP and
 * SOAP, which the other subjects do not have.
 */
final class Axis2Chain implements Subject {
  private static final String SERVICE = "PeersAxis2";

  private final AxisServer server;
  private final ExecutorService clients = Executors.newCachedThreadPool();
  private final Map<Pace, Requests> requests = new EnumMap<>(Pace.class);
  private volatile Pace pace = Pace.AT_ONCE;

  /** Requests of one pace, and the idle connections. */
  private record Requests(WaitingExchange exchange, Deque<SoapConnection> idle) {
    Requests(int kilobytes, List<String> handlers, Pace pace) {
      this(new WaitingExchange("m", kilobytes, handlers, pace), new ConcurrentLinkedDeque<>());
    }
  }

  /** Starts the server. */
  Axis2Chain(List<String> handlers, double millis, int kilobytes) throws IOException {
    server = AxisServer.create();
    var service = WaitingService.describe(server.configuration(), SERVICE, 0);
    server.deploy(service);
    SampleServices.chain(
        service, handlers.stream().map(n -> WaitingHandler.spec(n, millis).create()).toList());
    server.listen();
    for (Pace each : Pace.values()) {
      requests.put(each, new Requests(kilobytes, handlers, each));
    }
  }

  @Override
  public void begin(Done done) {
    clients.execute(() -> done.done(call()));
  }

  /** Sets the duration of the handlers. */
  void pace(Pace value) {
    pace = value;
  }

  private boolean call() {
    Requests now = requests.get(pace);
    try {
      return now.exchange().problemOf(call(now)).isEmpty();
    } catch (IOException e) {
      System.err.println("Axis2: " + e);
      return false;
    }
  }

  private byte[] call(Requests now) throws IOException {
    byte[] envelope = now.exchange().envelope();
    SoapConnection used = now.idle().poll();
    if (used != null) {
      try {
        byte[] answer = used.call(envelope);
        now.idle().push(used);
        return answer;
      } catch (IOException e) {
        used.close(); // the server closes connections after a long idle time
      }
    }
    SoapConnection connection =
        new SoapConnection(server.endpoint(SERVICE), now.exchange().pace().action());
    byte[] answer = connection.call(envelope);
    now.idle().push(connection);
    return answer;
  }

  @Override
  public void close() {
    clients.shutdownNow();
    requests.values().forEach(each -> each.idle().forEach(Axis2Chain::close));
    server.close();
  }

  private static void close(SoapConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      System.err.println("Axis2: " + e);
    }
  }
}
