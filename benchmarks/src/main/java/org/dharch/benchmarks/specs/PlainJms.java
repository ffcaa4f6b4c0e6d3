package org.dharch.benchmarks.specs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.RawJms;
import org.dharch.cmanager.EmbeddedBroker;

/**
 * A plain JMS request/reply now and then, beside the ways that are measured, with a broker and a
 * far end of its own: what JMS alone takes for the way to a handler and back where threads have
 * gone to sleep and caches have gone cold meanwhile. One thread.
 */
final class PlainJms implements AutoCloseable {
  private static final int GIVE_UP_SECONDS = 30;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int WARM_UP_IN_FLIGHT = 8;

  private final EmbeddedBroker broker;
  private final RawJms jms;
  private final List<Double> millis = new ArrayList<>();

  private PlainJms(EmbeddedBroker broker, RawJms jms) {
    this.broker = broker;
    this.jms = jms;
  }

  /** Starts both, the far end as one of {@code nodes}; nothing if those are on other machines. */
  static Optional<PlainJms> start(Nodes nodes, int kilobytes) throws Exception {
    if (!nodes.startsAnything()) {
      return Optional.empty();
    }
    EmbeddedBroker broker = EmbeddedBroker.start(nodes.brokerAddress(), Map.of());
    List<String> args = List.of("raw", broker.uri().toString(), "0", "0");
    ChildJvm far = nodes.start("plain JMS", FarEnd.class.getName(), args);
    far.awaitReady();
    RawJms jms = new RawJms(broker.localUri().toString(), 1, Envelope.of(kilobytes * 1024));
    return Optional.of(new PlainJms(broker, jms));
  }

  void warmUp() throws InterruptedException {
    ClosedLoop.run(jms, WARM_UP_IN_FLIGHT, WARM_UP_NANOS);
  }

  /** Takes one. */
  void take() {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    long begin = System.nanoTime();
    jms.begin(done::complete);
    if (!done.orTimeout(GIVE_UP_SECONDS, TimeUnit.SECONDS).join()) {
      throw new IllegalStateException("plain JMS: a wrong reply");
    }
    millis.add((System.nanoTime() - begin) / 1e6);
  }

  Statistics millis() {
    return Statistics.of(millis);
  }

  @Override
  public void close() {
    jms.close();
    broker.close();
  }
}
