package org.dharch.ws.handlers;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.dharch.testing.ShortLivedJvm;

/** A peer in a process of its own, with nothing of DHArch on its class path. */
final class PeerProcess implements AutoCloseable {
  /** How long a client may take for ten messages, a fifth of which is lost each way. */
  private static final long SECONDS_FOR_TEN = 150;

  private final Process process;
  private final Path out;
  private final Path err;

  private PeerProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** CXF 4.2.3; what it prints is kept in {@code folder}. */
  static PeerProcess cxf(Path folder, String main, String... args) throws IOException {
    return start(folder, Path.of("../../qa/peers/cxf/target"), "cxf." + main, List.of(args));
  }

  /**
   * The same that sends again only after so long what is not acknowledged.
   *
   * @param isEnding whether its own protocol messages are complete, so that it ends its sequences
   */
  static PeerProcess patient(
      Path folder, Duration again, boolean isEnding, String main, String... args)
      throws IOException {
    return start(
        folder,
        Path.of("../../qa/peers/cxf/target"),
        "cxf." + main,
        List.of(args),
        "-Dpeer.again=" + again.toMillis(),
        "-Dpeer.bus=" + isEnding);
  }

  /** The same server that accepts no sequences for responses. */
  static PeerProcess declining(Path folder, String... args) throws IOException {
    return start(
        folder,
        Path.of("../../qa/peers/cxf/target"),
        "cxf.CxfServer",
        List.of(args),
        "-Dpeer.declines=true");
  }

  /** Sandesha2 1.6.2 on Axis2 1.6.2; likewise. */
  static PeerProcess sandesha2(Path folder, String main, String... args) throws IOException {
    Path module = Path.of("../../qa/peers/sandesha2/target");
    List<String> all = new ArrayList<>(List.of(module.resolve("repository").toString()));
    all.addAll(List.of(args));
    return start(folder, module, "sandesha2." + main, all);
  }

  private static PeerProcess start(
      Path folder, Path module, String main, List<String> args, String... options)
      throws IOException {
    List<String> command = ShortLivedJvm.command();
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(
        module.resolve("classes") + ":" + Files.readString(module.resolve("classpath")).strip());
    command.add("org.dharch.peers." + main);
    command.addAll(args);
    Path out = folder.resolve("peer");
    Path err = folder.resolve("peer.err");
    Process process =
        new ProcessBuilder(command)
            .redirectError(err.toFile())
            .redirectOutput(out.toFile())
            .start();
    return new PeerProcess(process, out, err);
  }

  /**
   * A port that was free a moment ago, for a peer that has to be told one: none of those that the
   * system gives to whoever asks for any, for a socket of the test might get it meanwhile.
   */
  static int freePort() throws IOException {
    for (int left = 100; left > 0; left--) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (BindException e) {
        // another one
      }
    }
    throw new IOException("a hundred ports of 20000 to 29999 are taken");
  }

  /** What peers are told, or answer, one by one: {@code before} and a number, from 1. */
  static List<String> numbers(String before, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(n -> before + n).toList();
  }

  /** The lines that it has printed. */
  List<String> said() throws IOException {
    return Files.readAllLines(out);
  }

  /** Of these, what its service was told. */
  List<String> told() throws IOException {
    return said().stream().filter(line -> line.startsWith("n")).toList();
  }

  /** A line for its standard input. */
  void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  private List<String> said(String begin) throws IOException {
    return said().stream().filter(line -> line.startsWith(begin)).toList();
  }

  /** Waits until it has printed as many lines that begin so; these. */
  List<String> awaitSaid(String begin, int count) throws IOException {
    try {
      Awaitility.await()
          .atMost(Duration.ofSeconds(40))
          .until(() -> !process.isAlive() || said(begin).size() >= count);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("the peer is silent: " + said() + Files.readString(err), e);
    }
    List<String> found = said(begin);
    if (found.size() < count) {
      throw new AssertionError("the peer ended: " + said() + Files.readString(err));
    }
    return found;
  }

  /** Waits for a server. */
  void awaitListening() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> Files.readString(out).contains("listens"));
  }

  /** Waits for a client's end, which must be a good one; all that it has printed. */
  List<String> awaitEnd() throws Exception {
    long seconds = SECONDS_FOR_TEN * Math.max(1, Interop.messages(10) / 10);
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw new AssertionError("the peer has not ended: " + said());
    }
    if (process.exitValue() != 0) {
      throw new AssertionError("the peer failed: " + said() + Files.readString(err));
    }
    return said();
  }

  /** Prints what went over the wire, and what it has complained of. */
  void explain(LossyProxy proxy) throws IOException {
    proxy.seen.forEach(System.out::println);
    System.out.println(said());
    System.out.println(Files.readString(err));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
