package org.dharch.cli.chaos;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.core.DHManager;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.NodeStatus;

/**
 * What the test asks the manager in the server's JVM, over HTTP on the loopback address: each
 * question has a path, each answer lines of text.
 */
final class ManagerConsole {
  private static final Duration PATIENCE =
      Duration.ofSeconds(60); // letters by the hundred are replayed

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  /** Asks the one on {@code port}. */
  ManagerConsole(int port) {
    this.port = port;
  }

  /** Answers for {@code manager}. */
  static void listen(int port, DHManager manager) throws IOException {
    Map<String, Supplier<Stream<String>>> answers =
        Map.of(
            "nodes", () -> ready(manager),
            "inFlight", () -> Stream.of(Integer.toString(manager.status().inFlight())),
            "passed",
                () ->
                    Stream.of(
                        Long.toString(manager.status().counters().get(Counter.STAGES_FORWARDED))),
            "replay", () -> replayed(manager),
            "waiting", () -> unresolved(manager, false),
            "doubts", () -> unresolved(manager, true));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    answers.forEach(
        (path, answer) ->
            server.createContext(
                "/" + path,
                exchange -> {
                  byte[] text =
                      answer
                          .get()
                          .map(line -> line + '\n')
                          .collect(Collectors.joining())
                          .getBytes(StandardCharsets.UTF_8);
                  exchange.sendResponseHeaders(200, text.length == 0 ? -1 : text.length);
                  exchange.getResponseBody().write(text);
                  exchange.close();
                }));
    server.start();
  }

  private static Stream<String> ready(DHManager manager) {
    return manager.status().nodes().stream()
        .filter(status -> status.state() == NodeStatus.State.READY)
        .map(status -> status.node().name() + ' ' + status.node().incarnation());
  }

  private static Stream<String> replayed(DHManager manager) {
    return manager.storedMessages().failed().stream()
        .filter(message -> message.submission().operation().equals("notify"))
        .map(message -> message.key().id())
        .filter(manager.storedMessages()::replay)
        .map(id -> id.toString());
  }

  private static Stream<String> unresolved(DHManager manager, boolean doubts) {
    return manager.storedMessages().unresolved().stream()
        .flatMap(
            left ->
                (doubts ? left.doubtful() : left.waiting())
                    .stream().map(line -> left.message().key().id() + " " + line));
  }

  /** The lives of the nodes that are ready, by name. */
  Map<String, String> nodes() {
    return ask("nodes").stream()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(words -> words[0], words -> words[1]));
  }

  /** How many messages are under way. */
  int inFlight() {
    return Integer.parseInt(ask("inFlight").get(0));
  }

  /** How many stages nodes have passed on to each other in this life of the manager. */
  long forwarded() {
    return Long.parseLong(ask("passed").get(0));
  }

  /** Has the letters that were halted replayed. */
  int replayOneWay() {
    return ask("replay").size();
  }

  /** What is to be compensated yet: the message's id, and what of it. */
  List<String> waiting() {
    return ask("waiting");
  }

  /** What nobody knows to be compensated. */
  List<String> doubts() {
    return ask("doubts");
  }

  private List<String> ask(String path) {
    URI uri = URI.create("http://127.0.0.1:" + port + '/' + path);
    try {
      return http.send(
              HttpRequest.newBuilder(uri).timeout(PATIENCE).build(),
              HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException("the manager does not answer " + uri, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
