package org.dharch.benchmarks.peers;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.JitCompilers;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.FarHandler;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.benchmarks.subject.RawJms;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.manager.JmsCManager;

/** The measuring part of {@link PeersSuite}. Once, by one thread. */
final class Peers extends Experiment {
  static final String DHARCH = "DHArch";
  static final String DIRECT = "DHArch, direct";
  static final String IN_MEMORY = "DHArch in memory";
  static final String CAMEL = "Camel multicast";
  static final String CAMEL_PER_NODE = "Camel, one queue for the node";
  static final String RAW = "five JMS request/replies";
  static final String AXIS2 = "Axis2's chain";

  private static final int HANDLERS = 5;
  private static final int KILOBYTES = 10;
  private static final int MANY = 64;
  private static final double HANDLER_MILLIS = 5;
  private static final double FASTER_THAN_CAMEL = 3;
  private static final double FASTER_THAN_ONE_QUEUE = 1.2;
  private static final double DIRECT_OVER_ONE_QUEUE = 2.3;
  private static final double OVER_HANDLER = 1.05;

  /** Five nodes end and reply at the same time over JMS, with any caller. */
  private static final double OVER_JMS = 1.05;

  private static final int SITUATIONS = 4;
  private static final int WARM_UP_ROUNDS = 2;

  private final int rounds;
  private final long roundNanos;
  private final long warmUpNanos;
  private final int maxWarmUps;

  /**
   * The work of the handlers.
   *
   * @param millis the duration of a wait
   * @param micros the duration for a far end ({@link FarHandler#ofMicros})
   */
  private record Work(double millis, String micros, byte[] envelope) {
    static Work ofMillis(double millis) {
      String micros = Long.toString(Math.round(millis * 1000));
      return new Work(millis, micros, Envelope.of(KILOBYTES * 1024));
    }

    static Work reading(int kilobytes) {
      return new Work(0, FarHandler.READING, Envelope.ofItems(kilobytes * 1024));
    }
  }

  /**
   * A subject and the JVMs at its far end.
   *
   * @param paced sets the duration of its handlers
   */
  private record Contender(Subject subject, List<ChildJvm> far, Paced paced)
      implements MeteredLoop.Contender {
    List<Long> jvms() {
      return Stream.concat(
              Stream.of(ProcessHandle.current().pid()), far.stream().map(ChildJvm::pid))
          .toList();
    }
  }

  private interface Paced {
    void pace(Pace pace) throws IOException;
  }

  Peers(SuiteRun run) {
    super(run);
    rounds = run.options().choose(3, 9);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(500, 2000));
    warmUpNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(1000, 3000));
    maxWarmUps = run.options().choose(2, 6);
    progress.steps((long) SITUATIONS * (rounds + WARM_UP_ROUNDS));
  }

  @Override
  protected void run() throws Exception {
    URI address = run.nodes().brokerAddress();
    try (EmbeddedBroker broker = EmbeddedBroker.start(address, Map.of())) {
      oneNode(broker);
      fiveNodes(broker);
      for (int kilobytes : run.options().quick() ? List.of(10) : List.of(10, 100)) {
        reading(broker, kilobytes);
      }
      slowHandlers(broker);
    }
  }

  private void oneNode(EmbeddedBroker broker) throws Exception {
    String name = "five handlers on one node, 10 KB, 64 in flight";
    progress.phase(name);
    MeteredLoop.Rounds measured =
        compare(
            broker,
            1,
            Work.ofMillis(0),
            MANY,
            List.of(DHARCH, DIRECT, CAMEL, CAMEL_PER_NODE, RAW, AXIS2));
    record(name, KILOBYTES, MANY, measured);
    report.atLeast(
        name + ": throughput of DHArch / Camel",
        measured.ratio(DHARCH, CAMEL, MeteredLoop.Round::perSecond),
        FASTER_THAN_CAMEL);
    report.atLeast(
        name + ": throughput of DHArch / Camel with one queue for the node",
        measured.ratio(DHARCH, CAMEL_PER_NODE, MeteredLoop.Round::perSecond),
        FASTER_THAN_ONE_QUEUE);
    report.atLeast(
        name + ": throughput of DHArch by a direct link / Camel with one queue for the node",
        measured.ratio(DIRECT, CAMEL_PER_NODE, MeteredLoop.Round::perSecond),
        DIRECT_OVER_ONE_QUEUE);
  }

  private void fiveNodes(EmbeddedBroker broker) throws Exception {
    String name = "five handlers on five nodes, 10 KB, 64 in flight";
    progress.phase(name);
    MeteredLoop.Rounds measured =
        compare(broker, HANDLERS, Work.ofMillis(0), MANY, List.of(DHARCH, DIRECT, CAMEL));
    record(name, KILOBYTES, MANY, measured);
    report.atLeast(
        name + ": throughput of DHArch / Camel",
        measured.ratio(DHARCH, CAMEL, MeteredLoop.Round::perSecond),
        1);
    report.atMost(
        name + ": CPU per message of DHArch / Camel",
        measured.ratio(DHARCH, CAMEL, MeteredLoop.Round::cpuMicros),
        1);
  }

  /**
   * Measures Axis2's handlers on the node; the peers build one tree with the same Axiom for each
   * queue.
   */
  private void reading(EmbeddedBroker broker, int kilobytes) throws Exception {
    String name =
        "five Axis2 handlers that read the body, one node, " + kilobytes + " KB, 64 in flight";
    progress.phase(name);
    MeteredLoop.Rounds measured =
        compare(
            broker, 1, Work.reading(kilobytes), MANY, List.of(DHARCH, DIRECT, CAMEL_PER_NODE, RAW));
    record(name, kilobytes, MANY, measured);
    report.add(
        name,
        Map.of("payload_kb", kilobytes),
        "throughput of DHArch / Camel with one queue for the node",
        "x",
        measured.ratios(DHARCH, CAMEL_PER_NODE, MeteredLoop.Round::perSecond));
  }

  private void slowHandlers(EmbeddedBroker broker) throws Exception {
    String name = "five handlers of 5 ms (waits), 10 KB, 1 in flight";
    progress.phase(name);
    MeteredLoop.Rounds measured =
        compare(
            broker,
            HANDLERS,
            Work.ofMillis(HANDLER_MILLIS),
            1,
            List.of(DHARCH, IN_MEMORY, CAMEL, RAW, AXIS2));
    record(name, KILOBYTES, 1, measured);
    report.atMost(
        name + ": p50 of DHArch in memory / 5 ms",
        measured.medianNanos(IN_MEMORY) / 1e6 / HANDLER_MILLIS,
        OVER_HANDLER);
    if (!run.options().quick()) { // in two minutes the compilers of so many JVMs do not finish
      report.atMost(
          name + ": p50 of DHArch / five JMS request/replies",
          measured.medianNanos(DHARCH) / measured.medianNanos(RAW),
          OVER_JMS);
    }
  }

  private MeteredLoop.Rounds compare(
      EmbeddedBroker broker, int nodes, Work work, int inFlight, List<String> names)
      throws Exception {
    Map<String, Contender> contenders = new LinkedHashMap<>();
    try {
      for (String name : names) {
        contenders.put(name, contender(name, broker, nodes, work));
      }
      for (Contender contender : contenders.values()) {
        warmUp(contender, MANY, nodes == 1 ? 2 * maxWarmUps : maxWarmUps);
        if (work.millis()
            > 0) { // slow handlers take another code path, and the compilers must see it
          contender.paced().pace(Pace.WAITING);
          ClosedLoop.run(contender.subject(), inFlight, warmUpNanos / 4);
          contender.paced().pace(Pace.BRIEFLY);
          warmUp(contender, inFlight, maxWarmUps);
          contender.paced().pace(Pace.WAITING);
        }
      }
      return MeteredLoop.alternate(
          contenders, inFlight, WARM_UP_ROUNDS, rounds, roundNanos, progress::step);
    } finally {
      for (Contender contender : contenders.values()) {
        contender.far().forEach(ChildJvm::close);
        contender.subject().close();
      }
    }
  }

  private void warmUp(Contender contender, int inFlight, int most) throws InterruptedException {
    JitCompilers.awaitIdle(
        contender.jvms(), most, () -> ClosedLoop.run(contender.subject(), inFlight, warmUpNanos));
  }

  private Contender contender(String name, EmbeddedBroker broker, int nodes, Work work)
      throws Exception {
    if (name.equals(AXIS2)) {
      List<String> handlers = numbers().stream().map(FarEnd::handler).toList();
      Axis2Chain chain = new Axis2Chain(handlers, work.millis(), KILOBYTES);
      return new Contender(chain, List.of(), chain::pace);
    }
    if (name.equals(IN_MEMORY)) {
      InMemory near = new InMemory(numbers(), work.micros(), work.envelope());
      return new Contender(near, List.of(), near::pace);
    }
    Subject subject;
    List<ChildJvm> far;
    String local = broker.localUri().toString(); // the broker runs in the sender's JVM
    if (name.equals(CAMEL)) {
      far = far("camel", CamelMain.class.getName(), broker.uri(), nodes, work);
      subject = new CamelMulticast(local, CamelMulticast.QUEUE, HANDLERS, work.envelope());
    } else if (name.equals(CAMEL_PER_NODE)) {
      String kind = CamelMulticast.PER_NODE;
      far = far(kind, CamelMain.class.getName(), broker.uri(), nodes, work);
      subject = new CamelMulticast(local, CamelMulticast.NODE_QUEUE, nodes, work.envelope());
    } else if (name.equals(RAW)) {
      far = far("raw", FarEnd.class.getName(), broker.uri(), nodes, work);
      subject = new RawJms(local, HANDLERS, work.envelope());
    } else {
      boolean isDirect = name.equals(DIRECT);
      RemoteStage stage = stage(work, isDirect);
      far = far("dharch", FarEnd.class.getName(), stage.broker().orElseThrow(), nodes, work);
      if (isDirect) {
        stage.awaitLinked(nodes);
      } else {
        stage.awaitServed();
      }
      subject = stage;
    }
    return new Contender(subject, far, pace -> setPace(far, pace));
  }

  /** Starts a stage with its own embedded broker, as in the Axis2 module. */
  private RemoteStage stage(Work work, boolean isDirect) throws IOException, InterruptedException {
    URI embedded = URI.create("embedded:" + run.nodes().brokerAddress());
    Map<String, String> links = Map.of("link", isDirect ? "auto" : "off");
    JmsCManager manager = new JmsCManagerProvider().manager(embedded, links);
    String[] handlers = numbers().stream().map(FarEnd::handler).toArray(String[]::new);
    return new RemoteStage(manager, work.envelope(), handlers);
  }

  private static void setPace(List<ChildJvm> far, Pace pace) throws IOException {
    for (ChildJvm each : far) {
      each.send(pace.name());
    }
  }

  private List<ChildJvm> far(String kind, String main, URI broker, int nodes, Work work)
      throws IOException, InterruptedException {
    List<ChildJvm> far = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      List<String> args = new ArrayList<>(List.of(kind, broker.toString(), work.micros()));
      for (int handler = node; handler < HANDLERS; handler += nodes) {
        args.add(Integer.toString(handler));
      }
      far.add(run.nodes().start(kind + "-" + node, main, args));
    }
    for (ChildJvm each : far) {
      each.awaitReady();
    }
    return far;
  }

  private static List<Integer> numbers() {
    return IntStream.range(0, HANDLERS).boxed().toList();
  }

  private void record(String situation, int kilobytes, int inFlight, MeteredLoop.Rounds measured) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("payload_kb", kilobytes);
    parameters.put("in_flight", inFlight);
    measured.record(report, situation, parameters);
  }
}
