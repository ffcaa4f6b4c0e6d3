package org.dharch.benchmarks.execution;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;

/**
 * Measures the heap that a message in a manager takes without its payload: the heap with many
 * messages less the heap without, both after garbage collection. All messages share one envelope
 * array, so the payload does not count. Each has its own submission and its own entries.
 */
final class InFlight {
  static final int MESSAGES = 100_000;
  private static final byte[] ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/></s:Envelope>"
          .getBytes(StandardCharsets.UTF_8);

  private static final Gateway<String> GATEWAY =
      new Gateway<>() {
        @Override
        public void completed(String context, Outcome.Completed outcome) {}

        @Override
        public void failed(String context, Outcome.Failed outcome) {}

        @Override
        public void responded(String context, Outcome.Responded outcome) {}
      };

  private InFlight() {}

  /** Returns the bytes of a message that waits in IMQueue while another one fills the window. */
  static double waiting() {
    return measure(1, 1);
  }

  /**
   * Returns the bytes of a message whose first stage, of {@code handlers} handlers, runs on a node.
   */
  static double executing(int handlers) {
    return measure(MESSAGES, handlers);
  }

  private static double measure(int concurrencyLimit, int handlers) {
    String[] names = IntStream.range(0, handlers).mapToObj(i -> "h" + i).toArray(String[]::new);
    Orchestration one = Orchestration.of("one", Stage.of(names));
    DHManagerConfig config =
        DHManagerConfig.DEFAULT
            .queueBound(MESSAGES)
            .concurrencyLimit(concurrencyLimit)
            .deadline(Duration.ofHours(1))
            .timeToStart(Duration.ofHours(1))
            .nodeSilence(Duration.ofHours(1));
    long before = heap();
    DHManager manager =
        DHManager.start(
            config,
            Orchestrations.of(List.of(one), List.of(Rule.all(Direction.IN, "one"))),
            new Silent(List.of(names)));
    for (int i = 0; i < MESSAGES; i++) {
      Submission message = Submission.of(Direction.IN, "Service", ENVELOPE);
      if (!(manager.admit(GATEWAY, "", message) instanceof Admission.Accepted)) {
        throw new IllegalStateException("not accepted: " + i);
      }
    }
    long after = heap();
    if (manager.status().inFlight() != MESSAGES) {
      throw new IllegalStateException("in flight: " + manager.status().inFlight());
    }
    manager.close();
    return (double) (after - before) / MESSAGES;
  }

  private static long heap() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    long least = memory.getHeapMemoryUsage().getUsed();
    for (int i = 0; i < 4; i++) {
      memory.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  /** A transport with one node that accepts all work and never replies. */
  private record Silent(List<String> handlers) implements CManager {
    @Override
    public void start(Receiver receiver) {
      receiver.connected(true);
      NodeId node = new NodeId("silent", "1");
      receiver.status(
          NodeStatus.of(
              node,
              NodeStatus.State.READY,
              handlers,
              new NodeStatus.Load(8, 0, 0),
              ProcessOrigin.here("host")));
    }

    @Override
    public String address() {
      return "silent";
    }

    @Override
    public boolean send(NodeId node, DMFormat batch) {
      return true;
    }

    @Override
    public void close() {}
  }
}
