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
 * All subscribers, in a process of their own: {@code NUMBER TOWARDS SECONDS}, how many there are,
 * an address from which they are reached, and how long an event may take. It says READY and where,
 * and ends with its standard input. Subscriber 7's address ends with {@code /7}; an event's id that
 * is posted to {@code /await} waits until each of them has had that event, or so long, and is
 * answered with how many have, how many notifications there were, and the nanoseconds of this
 * machine's clock at which the last came.
 */
public final class SubscriberMain {
  private static final int THREADS = 80; // as many as notifications come at once, and some

  /** Where it is asked what has come. */
  static final String AWAIT = "/await";

  private final int number;
  private final long seconds;
  private final ConcurrentHashMap<String, Arrivals> events = new ConcurrentHashMap<>();

  private SubscriberMain(int number, long seconds) {
    this.number = number;
    this.seconds = seconds;
  }

  /** Its process. */
  public static void main(String[] args) throws Exception {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
    System.setProperty("sun.net.httpserver.idleInterval", "600");
    SubscriberMain subscribers =
        new SubscriberMain(Integer.parseInt(args[0]), Long.parseLong(args[2]));
    HttpServer server = HttpServer.create(new InetSocketAddress(address(args[1]), 0), 1_000);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    server.setExecutor(threads);
    server.createContext("/", subscribers::take);
    server.start();
    InetSocketAddress at = server.getAddress();
    System.out.println(
        "READY " + URI.create("http://" + at.getAddress().getHostAddress() + ":" + at.getPort()));
    while (System.in.read() >= 0) {
      // until it ends
    }
    Runtime.getRuntime().halt(0);
  }

  /** That of this machine, or of this part of it, which {@code towards} reaches. */
  private static java.net.InetAddress address(String towards) throws IOException {
    try (DatagramChannel nothingIsSent = DatagramChannel.open()) {
      SocketAddress own =
          nothingIsSent.connect(new InetSocketAddress(towards, 9)).getLocalAddress();
      return ((InetSocketAddress) own).getAddress();
    }
  }

  private void take(HttpExchange exchange) throws IOException {
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

  /** An event that is none is counted as the event of no id. */
  private static String id(String envelope) {
    int begin = envelope.indexOf("<id>");
    int end = envelope.indexOf("</id>");
    boolean isEvent = begin >= 0 && end > begin && envelope.contains(">california</location>");
    return isEvent ? envelope.substring(begin + "<id>".length(), end) : "none";
  }

  /** Of one event. */
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
