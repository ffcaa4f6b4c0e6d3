package org.dharch.benchmarks.overhead;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.JitCompilers;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.FarHandler;
import org.dharch.benchmarks.subject.MeteredLoop;
import org.dharch.benchmarks.subject.RawJms;
import org.dharch.benchmarks.subject.RawTcp;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;

/**
 * A broker in this JVM, and three other JVMs that do the same work for each message: TCP, plain JMS
 * and a node. Once, by one thread; close it.
 */
final class RemoteStages implements AutoCloseable {
  static final String TCP = "raw TCP";
  static final String JMS = "raw JMS";
  static final String DHARCH = "DHArch";
  static final String DIRECT = "DHArch, direct";
  static final String MONITORED = "DHArch, watched";
  static final String ONE_STAGE = "one stage";
  static final String ONE_BATCH = "five stages, one batch";
  static final String FIVE_ROUND_TRIPS = "five stages, five round trips";

  private static final int HANDLERS = 5;

  /** Transport options of a manager without direct links. */
  private static final Map<String, String> BY_BROKER = Map.of("link", "off");

  /** Uncounted rounds of each comparison. */
  static final int WARM_UP_ROUNDS = 1;

  /** Exporting spans and metrics runs rarely, so compiling it takes this many rounds. */
  static final int MONITORED_WARM_UP_ROUNDS = 20;

  private static final int MAX_WARM_UPS = 5;

  private final EmbeddedBroker broker;
  private final ChildJvm tcp;
  private final ChildJvm raw;
  private final ChildJvm node;
  private final String tcpReady;
  private final boolean isReading;

  private record Contender(Subject subject, List<ChildJvm> far) implements MeteredLoop.Contender {
    Contender(Subject subject, ChildJvm far) {
      this(subject, List.of(far));
    }
  }

  /** Uses handlers of this duration ({@link org.dharch.benchmarks.subject.FarHandler#ofMicros}). */
  RemoteStages(String micros) throws IOException, InterruptedException {
    isReading = micros.equals(FarHandler.READING);
    broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), Map.of());
    tcp = far("tcp", micros);
    raw = far("raw", micros);
    node = far("dharch", micros);
    tcpReady = tcp.awaitReady();
    raw.awaitReady();
    node.awaitReady();
    for (ChildJvm each : List.of(tcp, raw, node)) {
      each.send(Pace.WAITING.name());
    }
  }

  private ChildJvm far(String kind, String micros) throws IOException {
    String[] args = {kind, broker.uri().toString(), micros, "0", "1", "2", "3", "4"};
    return ChildJvm.start(kind, FarEnd.class.getName(), args);
  }

  private byte[] envelope(int kilobytes) {
    return isReading ? Envelope.ofItems(kilobytes * 1024) : Envelope.of(kilobytes * 1024);
  }

  /** Runs until the JIT compilers of all JVMs are idle. */
  void warmUp(long nanos, List<Integer> manyInFlight) throws Exception {
    byte[] envelope = envelope(1);
    List<Long> jvms = List.of(ProcessHandle.current().pid(), tcp.pid(), raw.pid(), node.pid());
    try (RawTcp one = new RawTcp(tcpReady, envelope);
        RawJms two = new RawJms(local(), 1, envelope);
        RemoteStage three = stage(envelope, 1);
        RemoteStage four = direct(envelope, 1)) {
      for (int inFlight : manyInFlight) {
        JitCompilers.awaitIdle(
            jvms,
            MAX_WARM_UPS,
            () -> {
              ClosedLoop.run(one, inFlight, nanos / 4);
              ClosedLoop.run(two, inFlight, nanos / 2);
              ClosedLoop.run(three, inFlight, nanos / 2);
              ClosedLoop.run(four, inFlight, nanos / 2);
            });
      }
    }
  }

  /** Compares one handler in all four variants. */
  MeteredLoop.Rounds one(int kilobytes, int inFlight, int rounds, long nanos, Progress progress)
      throws Exception {
    byte[] envelope = envelope(kilobytes);
    try (RawTcp baselines = new RawTcp(tcpReady, envelope);
        RawJms plain = new RawJms(local(), 1, envelope);
        RemoteStage stage = stage(envelope, 1);
        RemoteStage direct = direct(envelope, 1)) {
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put(TCP, new Contender(baselines, tcp));
      contenders.put(JMS, new Contender(plain, raw));
      contenders.put(DHARCH, new Contender(stage, node));
      contenders.put(DIRECT, new Contender(direct, node));
      return MeteredLoop.alternate(
          contenders, inFlight, WARM_UP_ROUNDS, rounds, nanos, progress::step);
    }
  }

  /** Compares five request/replies with one message for five handlers. */
  MeteredLoop.Rounds five(int kilobytes, int inFlight, int rounds, long nanos, Progress progress)
      throws Exception {
    byte[] envelope = envelope(kilobytes);
    try (RawJms plain = new RawJms(local(), HANDLERS, envelope);
        RemoteStage stage = stage(envelope, HANDLERS);
        RemoteStage direct = direct(envelope, HANDLERS)) {
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put(JMS, new Contender(plain, raw));
      contenders.put(DHARCH, new Contender(stage, node));
      contenders.put(DIRECT, new Contender(direct, node));
      return MeteredLoop.alternate(
          contenders, inFlight, WARM_UP_ROUNDS, rounds, nanos, progress::step);
    }
  }

  /**
   * Compares five stages of one handler each on one node, in one speculative execution and in five
   * round trips, with one stage.
   */
  MeteredLoop.Rounds sequence(
      int kilobytes, int inFlight, int rounds, long nanos, Progress progress) throws Exception {
    byte[] envelope = Envelope.of(kilobytes * 1024);
    try (RemoteStage one = sequence(envelope, true, 1);
        RemoteStage batch = sequence(envelope, true, HANDLERS);
        RemoteStage variants = sequence(envelope, false, HANDLERS)) {
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put(ONE_STAGE, new Contender(one, node));
      contenders.put(ONE_BATCH, new Contender(batch, node));
      contenders.put(FIVE_ROUND_TRIPS, new Contender(variants, node));
      return MeteredLoop.alternate(
          contenders, inFlight, WARM_UP_ROUNDS, rounds, nanos, progress::step);
    }
  }

  /** Compares a stage with a monitored manager and one without monitoring. */
  MeteredLoop.Rounds monitored(
      int kilobytes, int inFlight, int rounds, long nanos, Progress progress) throws Exception {
    byte[] envelope = envelope(kilobytes);
    try (RemoteStage off = stage(envelope, 1);
        MonitoredStage on = new MonitoredStage(stage(envelope, 1))) {
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put(DHARCH, new Contender(off, node));
      contenders.put(MONITORED, new Contender(on, node));
      return MeteredLoop.alternate(
          contenders, inFlight, MONITORED_WARM_UP_ROUNDS, rounds, nanos, progress::step);
    }
  }

  private RemoteStage sequence(byte[] envelope, boolean speculative, int stages) {
    RemoteStage stage =
        RemoteStage.sequence(
            new JmsCManagerProvider().manager(broker.localUri(), BY_BROKER),
            speculative,
            envelope,
            handlers(stages));
    stage.awaitServed();
    return stage;
  }

  private static String[] handlers(int count) {
    return IntStream.range(0, count).mapToObj(FarEnd::handler).toArray(String[]::new);
  }

  /**
   * Returns the address with which the manager's JVM, which contains the broker, avoids a socket.
   */
  private String local() {
    return broker.localUri().toString();
  }

  private RemoteStage stage(byte[] envelope, int handlers) {
    RemoteStage stage =
        new RemoteStage(
            new JmsCManagerProvider().manager(broker.localUri(), BY_BROKER),
            envelope,
            handlers(handlers));
    stage.awaitServed();
    return stage;
  }

  /** Returns the stage over a direct link to the same node. */
  private RemoteStage direct(byte[] envelope, int handlers) {
    RemoteStage stage =
        new RemoteStage(
            new JmsCManagerProvider().manager(broker.localUri(), Map.of()),
            envelope,
            handlers(handlers));
    stage.awaitLinked(1);
    return stage;
  }

  @Override
  public void close() {
    node.close();
    raw.close();
    tcp.close();
    broker.close();
  }
}
