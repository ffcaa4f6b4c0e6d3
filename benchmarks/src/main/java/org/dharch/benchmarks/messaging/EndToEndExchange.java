package org.dharch.benchmarks.messaging;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dharch.benchmarks.contenders.LineProcess;
import org.dharch.benchmarks.contenders.PeerModule;
import org.dharch.core.message.DHArchException;

/**
 * A reliable client and a reliable server, each with its store and in a process of its own, between
 * which one-way messages go over HTTP. One thread.
 */
final class EndToEndExchange implements AutoCloseable {
  private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx256m");
  private static final long POLL_NANOS = 500_000;
  private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final LineProcess server;
  private final LineProcess client;
  private long sent;

  private EndToEndExchange(LineProcess server, LineProcess client) {
    this.server = server;
    this.client = client;
  }

  /**
   * DHArch at both ends: Axis2 and a node in each process, without a broker.
   *
   * @param clients how many there are, each with a sequence of its own
   */
  static EndToEndExchange dharch(Path folder, String from, String to, int clients) throws IOException {
    return start(
        folder,
        PeerModule.own(OPTIONS, ReliableServer.class.getName(), List.of(to)),
        address ->
            PeerModule.own(
                OPTIONS,
                ReliableClient.class.getName(),
                List.of(from, address, String.valueOf(clients))));
  }

  /** CXF at both ends, each with its RMTxStore. */
  static EndToEndExchange cxf(Path folder, String driver, String from, String to, int clients)
      throws IOException {
    PeerModule module = PeerModule.cxf();
    return start(
        folder,
        module.java(
            OPTIONS,
            "org.dharch.peers.cxf.StoredServer",
            List.of(driver, to, String.valueOf(freePort()))),
        address ->
            module.java(
                OPTIONS,
                "org.dharch.peers.cxf.StoredClient",
                List.of(driver, from, address, String.valueOf(clients))));
  }

  /** The command of a client of the server at an address. */
  @FunctionalInterface
  private interface ClientOf {
    List<String> at(String address) throws IOException;
  }

  private static EndToEndExchange start(Path folder, List<String> command, ClientOf clients)
      throws IOException {
    LineProcess server = LineProcess.start("server", command, Files.createDirectories(folder));
    try {
      String address = server.answer().replaceFirst("^READY ", "");
      LineProcess client = LineProcess.start("client", clients.at(address), folder);
      client.answer();
      return new EndToEndExchange(server, client);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** CXF has to be told one; it was free a moment ago. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * What a round of messages took.
   *
   * @param rate messages a second, until the last was acknowledged and its service was told
   * @param p50Micros the median of how long a call took
   * @param cpuMicros the two processes' processor time a message
   */
  record Round(double rate, double p50Micros, double cpuMicros) {}

  /** Sends so many messages, so many at once. */
  Round round(int count, int parallel) throws IOException {
    long cpu = cpuNanos();
    String[] answer = client.ask(count + " " + parallel).split(" ", -1);
    long begin = System.nanoTime();
    sent += count;
    while (told() < sent) {
      if (System.nanoTime() - begin > MOST_NANOS) {
        throw new DHArchException("of " + sent + " messages the service was told " + told());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    if (told() > sent) {
      throw new DHArchException("of " + sent + " messages the service was told " + told());
    }
    double nanos = Double.parseDouble(answer[0]) + (System.nanoTime() - begin);
    return new Round(
        count / (nanos / 1e9),
        Double.parseDouble(answer[1]) / 1e3,
        (cpuNanos() - cpu) / 1e3 / count);
  }

  private long told() throws IOException {
    return Long.parseLong(server.ask("told"));
  }

  private long cpuNanos() {
    return client.cpu().plus(server.cpu()).toNanos();
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
