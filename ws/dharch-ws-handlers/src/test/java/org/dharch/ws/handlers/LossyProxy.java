package org.dharch.ws.handlers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Between a client and a server: drops some of the requests and some of the responses, and closes
 * the connection then. Which follows from the seed and the order in which they come; of a few
 * messages, too, both a request and a response are lost, since the third of each always is.
 */
final class LossyProxy implements AutoCloseable {
  private static final Set<String> OWN =
      Set.of(
          "connection", "content-length", "host", "transfer-encoding", "upgrade", "http2-settings");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Losses requestLosses;
  private final Losses responseLosses;
  final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  final AtomicInteger lostRequests;
  final AtomicInteger lostResponses;

  private volatile String held = "\0";
  private volatile String dropped = "\0";
  private volatile Duration time = Duration.ZERO;

  /** What came, in both directions, with a mark before it; what was lost has another. */
  final List<String> seen = new CopyOnWriteArrayList<>();

  /** Of one direction, so that what is lost in it does not hang on the other's timing. */
  private static final class Losses {
    private static final int ALWAYS = 3;

    private final double part;
    private final Random random;
    private int came;
    private final AtomicInteger count = new AtomicInteger();

    Losses(double part, Random random) {
      this.part = part;
      this.random = random;
    }

    synchronized boolean next() {
      came++;
      boolean isLost = random.nextDouble() < part || (part > 0 && came == ALWAYS);
      if (isLost) {
        count.incrementAndGet();
      }
      return isLost;
    }
  }

  /**
   * @param loss which part of requests is dropped, and of responses
   */
  LossyProxy(URI target, double loss, long seed) throws IOException {
    requestLosses = new Losses(loss, new Random(seed));
    responseLosses = new Losses(loss, new Random(seed + 1));
    lostRequests = requestLosses.count;
    lostResponses = responseLosses.count;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(threads);
    server.createContext("/", exchange -> forward(exchange, target));
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/peer");
  }

  /** Whether each request has had its response; where nothing is lost, that comes. */
  boolean hasAnsweredAll() {
    return answered.get() == requests.get();
  }

  /** From now on requests with {@code text} in them are answered so much later. */
  void holds(String text, Duration value) {
    held = text;
    time = value;
  }

  /** From now on requests with {@code text} in them do not arrive. */
  void drops(String text) {
    dropped = text;
  }

  private void forward(HttpExchange exchange, URI target) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String text = new String(body, UTF_8);
    if (text.contains(dropped)) {
      exchange.close();
      return;
    }
    boolean isHeld = text.contains(held);
    CompletableFuture.delayedExecutor(isHeld ? time.toMillis() : 0, TimeUnit.MILLISECONDS, threads)
        .execute(() -> pass(exchange, body, target));
  }

  private void pass(HttpExchange exchange, byte[] body, URI target) {
    try (exchange) {
      requests.incrementAndGet();
      if (requestLosses.next()) {
        seen.add("lost > " + new String(body, UTF_8));
        return;
      }
      seen.add("> " + new String(body, UTF_8));
      HttpRequest.Builder request =
          HttpRequest.newBuilder(target).POST(HttpRequest.BodyPublishers.ofByteArray(body));
      exchange
          .getRequestHeaders()
          .forEach(
              (name, values) -> {
                if (!OWN.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                  values.forEach(value -> request.header(name, value));
                }
              });
      HttpResponse<byte[]> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      boolean isLost = responseLosses.next();
      seen.add(
          (isLost ? "lost < " : "< ")
              + answer.statusCode()
              + ' '
              + new String(answer.body(), UTF_8));
      if (isLost) {
        return;
      }
      answer
          .headers()
          .firstValue("Content-Type")
          .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
      exchange.sendResponseHeaders(
          answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
      answered.incrementAndGet();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
