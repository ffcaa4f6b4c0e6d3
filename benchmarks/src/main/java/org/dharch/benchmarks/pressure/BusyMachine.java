package org.dharch.benchmarks.pressure;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.JitCompilers;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.benchmarks.subject.RawJms;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;

/**
 * DHArch and plain JMS on a busy machine, where a thread that yields or spins waits behind all
 * other processes.
 */
final class BusyMachine {
  static final int[] IN_FLIGHT = {1, 8, 64};
  static final String JMS = "plain JMS";
  static final String DHARCH = "DHArch";

  private static final int KILOBYTES = 10;
  private static final int HOGS_A_CORE = 2;
  private static final double MAX_RATIO = 2;

  private final SuiteRun run;
  private final int rounds;
  private final long roundNanos;
  private final long warmUpNanos;
  private final int maxWarmUps;

  private record Contender(Subject subject, List<ChildJvm> far) implements MeteredLoop.Contender {}

  BusyMachine(SuiteRun run) {
    this.run = run;
    rounds = run.options().choose(24, 60);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(200, 500));
    warmUpNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(1000, 2000));
    maxWarmUps = run.options().choose(4, 8);
  }

  static String situation(int inFlight) {
    return "with two CPU hogs per core, 10 KB, " + inFlight + " in flight";
  }

  void measure(EmbeddedBroker broker) throws Exception {
    run.progress().phase("warming up plain JMS and DHArch");
    byte[] envelope = Envelope.of(KILOBYTES * 1024);
    URI local = broker.localUri();
    try (ChildJvm raw = far("raw", broker);
        ChildJvm node = far("dharch", broker);
        RawJms plain = new RawJms(local.toString(), 1, envelope);
        RemoteStage stage =
            new RemoteStage(
                new JmsCManagerProvider().manager(local, Map.of()), envelope, FarEnd.handler(0))) {
      raw.awaitReady();
      node.awaitReady();
      stage.awaitServed();
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put(JMS, new Contender(plain, List.of(raw)));
      contenders.put(DHARCH, new Contender(stage, List.of(node)));
      for (int inFlight : IN_FLIGHT) {
        for (Contender each : contenders.values()) {
          warmUp(each, inFlight);
        }
      }
      int hogs = HOGS_A_CORE * Runtime.getRuntime().availableProcessors();
      try (ChildJvm other =
          ChildJvm.start("hogs", CpuHogs.class.getName(), Integer.toString(hogs))) {
        other.awaitReady();
        for (int inFlight : IN_FLIGHT) {
          compare(contenders, inFlight, hogs);
        }
      }
    }
  }

  private static ChildJvm far(String kind, EmbeddedBroker broker) throws Exception {
    return ChildJvm.start(kind, FarEnd.class.getName(), kind, broker.uri().toString(), "0", "0");
  }

  /** Warms up before the hogs start, so that compilers do not affect the measurement. */
  private void warmUp(Contender contender, int inFlight) throws InterruptedException {
    List<Long> jvms = List.of(ProcessHandle.current().pid(), contender.far().get(0).pid());
    JitCompilers.awaitIdle(
        jvms, maxWarmUps, () -> ClosedLoop.run(contender.subject(), inFlight, warmUpNanos));
  }

  private void compare(Map<String, Contender> contenders, int inFlight, int hogs)
      throws InterruptedException {
    String situation = situation(inFlight);
    run.progress().phase(situation);
    MeteredLoop.Rounds measured =
        MeteredLoop.alternate(contenders, inFlight, 1, rounds, roundNanos, run.progress()::step);
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("payload_kb", KILOBYTES);
    parameters.put("in_flight", inFlight);
    parameters.put("hogs", hogs);
    measured.record(run.report(), situation, parameters);
    run.report()
        .atMost(
            situation + ": p50 of DHArch / plain JMS",
            measured.interval(DHARCH, JMS, MeteredLoop.Round::medianNanos),
            MAX_RATIO);
  }
}
