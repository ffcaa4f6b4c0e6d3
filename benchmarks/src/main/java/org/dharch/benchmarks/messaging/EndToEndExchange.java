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
 * A reliable client and a reliable server, each in its own process with its own store, that
 * exchange one-way messages over HTTP. One thread.
 */
final class EndToEndExchange implements AutoCloseable {
  private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx256m");
  private static final long POLL_NANOS = 500_000;
  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final LineProcess server;
  private final LineProcess client;
  private long sent;

  private EndToEndExchange(LineProcess server, LineProcess client) {
    this.server = server;
    this.client = client;
  }

  /**
   * Starts DHArch at both ends: Axis2 and a node in each process, without a broker.
   *
   * @param clients the number of clients, each with its own sequence
   */
  static EndToEndExchange dharch(Path folder, String from, String to, int clients)
      throws IOException {
    return start(
        folder,
        PeerModule.own(OPTIONS, ReliableServer.class.getName(), List.of(to)),
        address ->
            PeerModule.own(
                OPTIONS,
                ReliableClient.class.getName(),
                List.of(from, address, String.valueOf(clients))));
  }

  /** Starts CXF at both ends, each with its RMTxStore. */
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

  /** Returns the command of a client of the server at an address. */
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

  /** Returns a port for CXF that was free just now. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * The result of a round of messages.
   *
   * @param rate messages per second, until the last was acknowledged and delivered
   * @param p50Micros the median duration of a call
   * @param cpuMicros the processor time of both processes per message
   */
  record Round(double rate, double p50Micros, double cpuMicros) {}

  /** Sends {@code count} messages, {@code parallel} at a time. */
  Round round(int count, int parallel) throws IOException {
    long cpu = cpuNanos();
    String[] answer = client.request(count + " " + parallel).split(" ", -1);
    long begin = System.nanoTime();
    sent += count;
    while (received() < sent) {
      if (System.nanoTime() - begin > MAX_NANOS) {
        throw new DHArchException("of " + sent + " messages the service received " + received());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    if (received() > sent) {
      throw new DHArchException("of " + sent + " messages the service received " + received());
    }
    double nanos = Double.parseDouble(answer[0]) + (System.nanoTime() - begin);
    return new Round(
        count / (nanos / 1e9),
        Double.parseDouble(answer[1]) / 1e3,
        (cpuNanos() - cpu) / 1e3 / count);
  }

  private long received() throws IOException {
    return Long.parseLong(server.request("received"));
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
