package org.dharch.benchmarks.specs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.RawJms;
import org.dharch.benchmarks.subject.RawTcp;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.cmanager.broker.EmbeddedBroker;

/**
 * An occasional request/reply without DHArch between the measured variants, to its own far end: the
 * minimal round trip to a handler when threads sleep and caches are cold. One thread.
 */
final class BaselineProbe implements AutoCloseable {
  static final String JMS = "plain JMS request/reply";
  static final String TCP = "bare TCP request/reply";

  private static final int TIMEOUT_SECONDS = 30;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int WARM_UP_IN_FLIGHT = 8;

  private final String name;
  private final Subject subject;
  private final Runnable last;
  private final List<Double> millis = new ArrayList<>();

  private BaselineProbe(String name, Subject subject, Runnable last) {
    this.name = name;
    this.subject = subject;
    this.last = last;
  }

  /**
   * Starts one probe over JMS and one over TCP, each with a far end on the host of a node; empty if
   * the hosts are other machines.
   */
  static List<BaselineProbe> start(Nodes nodes, int kilobytes) throws Exception {
    if (!nodes.canStartPrograms()) {
      return List.of();
    }
    byte[] envelope = Envelope.of(kilobytes * 1024);
    EmbeddedBroker broker = EmbeddedBroker.start(nodes.brokerAddress(), Map.of());
    far("raw", broker, nodes);
    RawJms jms = new RawJms(broker.localUri().toString(), 1, envelope);
    RawTcp tcp = new RawTcp(far("tcp", broker, nodes), envelope);
    return List.of(
        new BaselineProbe(JMS, jms, broker::close), new BaselineProbe(TCP, tcp, () -> {}));
  }

  private static String far(String kind, EmbeddedBroker broker, Nodes nodes)
      throws IOException, InterruptedException {
    List<String> args = List.of(kind, broker.uri().toString(), "0", "0");
    return nodes.start(kind, FarEnd.class.getName(), args).awaitReady();
  }

  String name() {
    return name;
  }

  void warmUp() throws InterruptedException {
    ClosedLoop.run(subject, WARM_UP_IN_FLIGHT, WARM_UP_NANOS);
  }

  /** Measures one round trip. */
  void measure() {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    long begin = System.nanoTime();
    subject.begin(done::complete);
    if (!done.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join()) {
      throw new IllegalStateException(name + ": wrong reply");
    }
    millis.add((System.nanoTime() - begin) / 1e6);
  }

  /** Discards the measurements, after the warm-up. */
  void clear() {
    millis.clear();
  }

  Statistics millis() {
    return Statistics.of(millis);
  }

  @Override
  public void close() {
    subject.close();
    last.run();
  }
}
