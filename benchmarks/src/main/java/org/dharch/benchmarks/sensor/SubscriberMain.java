package org.dharch.benchmarks.sensor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * All subscribers, in one process: {@code NUMBER TOWARDS SECONDS}, which are the number of
 * subscribers, an address from which they are reachable, and the maximum time of an event. It
 * prints READY and its address, and ends with its standard input. The address of subscriber 7 ends
 * with {@code /7}. A POST of an event's id to {@code /await} waits until each subscriber has
 * received that event, or until the timeout. The answer has the number of subscribers with the
 * event, the number of notifications, and the time of the last one in nanoseconds of this machine's
 * clock.
 */
public final class SubscriberMain {
  private static final int THREADS = 80; // enough for all concurrent notifications

  /** The path that waits for an event. */
  static final String AWAIT = "/await";

  private final int number;
  private final long seconds;
  private final ConcurrentHashMap<String, Arrivals> events = new ConcurrentHashMap<>();

  private SubscriberMain(int number, long seconds) {
    this.number = number;
    this.seconds = seconds;
  }

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
    System.setProperty("sun.net.httpserver.idleInterval", "600");
    SubscriberMain subscribers =
        new SubscriberMain(Integer.parseInt(args[0]), Long.parseLong(args[2]));
    HttpServer server = HttpServer.create(new InetSocketAddress(address(args[1]), 0), 1_000);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    server.setExecutor(threads);
    server.createContext("/", subscribers::handle);
    server.start();
    InetSocketAddress at = server.getAddress();
    System.out.println(
        "READY " + URI.create("http://" + at.getAddress().getHostAddress() + ":" + at.getPort()));
    while (System.in.read() >= 0) {
      // until the input ends
    }
    Runtime.getRuntime().halt(0);
  }

  /**
   * Returns the address of this machine, or network namespace, from which {@code towards} is
   * reachable.
   */
  private static java.net.InetAddress address(String towards) throws IOException {
    try (DatagramChannel nothingIsSent = DatagramChannel.open()) {
      SocketAddress own =
          nothingIsSent.connect(new InetSocketAddress(towards, 9)).getLocalAddress();
      return ((InetSocketAddress) own).getAddress();
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (!path.equals(AWAIT)) {
        of(id(body)).add(Integer.parseInt(path.substring(1)));
        exchange.sendResponseHeaders(202, -1);
      } else {
        Arrivals arrivals = of(body);
        arrivals.await(seconds);
        events.remove(body);
        byte[] answer = arrivals.text().getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Arrivals of(String event) {
    return events.computeIfAbsent(event, id -> new Arrivals(number));
  }

  /** Returns the id of an event; invalid events have an empty id. */
  private static String id(String envelope) {
    int begin = envelope.indexOf("<id>");
    int end = envelope.indexOf("</id>");
    boolean isEvent = begin >= 0 && end > begin && envelope.contains(">california</location>");
    return isEvent ? envelope.substring(begin + "<id>".length(), end) : "none";
  }

  /** The deliveries of one event. */
  private static final class Arrivals {
    private final boolean[] has;
    private int had;
    private int all;
    private long lastNanos;

    Arrivals(int number) {
      has = new boolean[number];
    }

    synchronized void add(int subscriber) {
      all++;
      if (!has[subscriber]) {
        has[subscriber] = true;
        had++;
      }
      lastNanos = System.nanoTime();
      if (had == has.length) {
        notifyAll();
      }
    }

    synchronized void await(long seconds) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      for (long left = end - System.nanoTime();
          had < has.length && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    }

    synchronized String text() {
      return had + " " + all + " " + lastNanos;
    }
  }
}
