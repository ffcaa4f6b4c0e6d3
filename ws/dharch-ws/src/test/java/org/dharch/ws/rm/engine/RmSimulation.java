package org.dharch.ws.rm.engine;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dharch.ws.rm.Backoff;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.SourceSettings;
import org.dharch.ws.rm.store.MemoryRmStore;
import org.dharch.ws.rm.store.RmStore;

/**
 * One random run of reliable messaging, from its seed: clients and services at two sites, each of
 * some nodes on one store, and a network between them that loses, doubles, delays and reorders. The
 * engine, the machines and the transactions are production's; the rules are in {@link RmRules}.
 */
final class RmSimulation {
  private static final int MAX_STEPS = 400_000;
  private static final long LOOK_MILLIS = 500;

  /** By then every node that died is there again, and what it had leased is free. */
  private static final long UP_MILLIS = 12_000;

  private static final long END = Duration.ofMinutes(20).toMillis();

  private record ScheduledEvent(
      long at, long order, SimulatedSite site, SimulatedNode node, Runnable what) {}

  private final SplittableRandom random;

  /** For what is seldom, so that all else follows from a run's seed as if it were not there. */
  private final SplittableRandom seldom;

  private final List<String> trace;
  private final PriorityQueue<ScheduledEvent> schedule =
      new PriorityQueue<>(
          (a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.order, b.order));
  private final RmRules rules;
  private final RmSettings settings;
  private final List<Conversation> conversations = new ArrayList<>();
  private final SimulatedSite client;
  private final SimulatedSite service;
  private final ClientProtocol application;
  private final double loss;
  private final double doubled;
  private final double crash;
  private final double between;
  private final int delay;
  private final long healedAt;
  private final int messages;
  private long now = 1_000_000;
  private long order;
  private int names;
  private int faults;
  private int depth;

  /** {@code trace} takes the run's story; null if nobody wants to read it. */
  RmSimulation(long seed, List<String> trace) {
    this(seed, trace, MemoryRmStore::new, true);
  }

  /**
   * A run on stores of a kind.
   *
   * @param mayBetween whether a transaction of another node may come before one commits
   */
  RmSimulation(
      long seed, List<String> trace, Function<InstantSource, RmStore> stores, boolean mayBetween) {
    this.trace = trace;
    random = new SplittableRandom(seed);
    seldom = new SplittableRandom(~seed);
    settings = draw();
    loss = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 0.25;
    doubled = random.nextDouble() * 0.1;
    crash = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.004;
    double others = random.nextDouble() * 0.1;
    between = mayBetween ? others : 0;
    delay = 1 + random.nextInt(60);
    rules = new RmRules(this);
    int count = 1 + random.nextInt(3);
    SplittableRandom later = new SplittableRandom(seed + 1);
    for (int c = 0; c < count; c++) {
      conversations.add(Conversation.draw(c, random, seldom, later));
    }
    client = new SimulatedSite(this, "client", random.nextInt(2_000), stores);
    service = new SimulatedSite(this, "service", random.nextInt(2_000), stores);
    application = new ClientProtocol(this, client);
    client.protocol = application;
    service.protocol = new ServiceProtocol(this, service);
    messages = 1 + random.nextInt(random.nextInt(3) == 0 ? 60 : 20);
    long last = plan();
    conversations.stream().filter(Conversation::isFetching).forEach(application::fetch);
    healedAt = last + random.nextInt(8_000);
    for (SimulatedSite site : List.of(client, service)) {
      int nodes = 1 + random.nextInt(3);
      for (int n = 0; n < nodes; n++) {
        site.nodes.add(new SimulatedNode(this, site, site.name + n, random.nextInt(2_000) - 1_000));
      }
    }
  }

  private RmSettings draw() {
    return new RmSettings(
        new SinkSettings(
            few(3, 64),
            few(2, 50),
            few(1, 4),
            4 + random.nextInt(16),
            3_000,
            100,
            4_000,
            5_000,
            new Backoff(50, 1_000)),
        new SourceSettings(new Backoff(300, 3_000), few(1, 20), 8_000, 3_000, 5_000, 4, 1_000),
        new RmLimits(few(2, 100), few(4, 1_000), few(40, 100_000)),
        3_000,
        6_000);
  }

  /** Small in one case of four, to be met; else large. */
  private int few(int small, int large) {
    return random.nextInt(4) == 0 ? small + random.nextInt(small + 2) : large;
  }

  private long plan() {
    long at = now;
    for (int m = 0; m < messages; m++) {
      at += random.nextInt(3) == 0 ? random.nextInt(1_500) : random.nextInt(20);
      Conversation conversation = conversations.get(random.nextInt(conversations.size()));
      boolean isRequest = conversation.isTwoWay() && random.nextInt(4) > 0;
      String payload = "m" + m + (isRequest ? "?" : "");
      at(at - now, null, () -> application.send(conversation, payload));
    }
    return at;
  }

  // ---- the run

  /** Runs to the end; throws {@link Broken} at the first rule that does not hold. */
  void run() {
    int steps = 0;
    long lookAt = healedAt + UP_MILLIS;
    while (!isOver()) {
      if (++steps > MAX_STEPS || now > healedAt + END) {
        throw new Broken(5, "it does not end; " + left());
      }
      ScheduledEvent next = schedule.remove();
      now = Math.max(now, next.at);
      run(next);
      if (now > lookAt) {
        lookAt = now + LOOK_MILLIS;
        rules.forgotten();
      }
    }
    rules.atEnd();
  }

  private boolean isOver() {
    return now > healedAt + 20_000 && rules.isQuiet();
  }

  private String left() {
    List<String> left = new ArrayList<>();
    for (SimulatedSite site : List.of(client, service)) {
      for (RmSequence sequence : sequences(site)) {
        left.add(sequence.toString());
        left.add(
            site.store
                .transact("", tx -> tx.messages(sequence.key()).between(1, Long.MAX_VALUE, 1_000))
                .toString());
      }
    }
    return String.join("\n", left);
  }

  private void run(ScheduledEvent later) {
    if (later.node == null) {
      later.what.run();
    } else if (later.node.isUp()) {
      run(later.node, later.what);
    }
  }

  private void run(SimulatedNode node, Runnable what) {
    try {
      what.run();
    } catch (Crash e) {
      if (node.isUp()) {
        node.die();
      }
    }
  }

  /** Something that happens later, at a node if it is in the same life then. */
  void at(long millis, SimulatedNode node, Runnable what) {
    int incarnation = node == null ? 0 : node.incarnation();
    schedule.add(
        new ScheduledEvent(
            now + millis,
            order++,
            node == null ? null : node.site,
            node,
            () -> {
              if (node == null || node.incarnation() == incarnation) {
                what.run();
              }
            }));
  }

  /** Something that happens later, at one of a site's nodes; it waits until one is there. */
  void anywhere(long millis, SimulatedSite site, Consumer<SimulatedNode> what) {
    schedule.add(
        new ScheduledEvent(
            now + millis,
            order++,
            site,
            null,
            () -> {
              List<SimulatedNode> up = site.up();
              if (up.isEmpty()) {
                anywhere(100, site, what);
              } else {
                SimulatedNode node = up.get(random.nextInt(up.size()));
                run(node, () -> what.accept(node));
              }
            }));
  }

  /** A message over the network, whose answer comes back to the node that sent it. */
  void send(SimulatedNode from, SimulatedSite to, Wire message) {
    int incarnation = from.incarnation();
    Consumer<Wire> reply =
        answer ->
            transmit(
                answer,
                () -> {
                  if (from.isUp() && from.incarnation() == incarnation) {
                    run(from, () -> from.site.protocol.receive(from, answer, none -> {}));
                  }
                });
    transmit(
        message,
        () -> {
          List<SimulatedNode> up = to.up();
          if (!up.isEmpty()) {
            SimulatedNode node = up.get(random.nextInt(up.size()));
            run(node, () -> to.protocol.receive(node, message, reply));
          }
        });
  }

  private void transmit(Wire message, Runnable arrives) {
    if (happens(loss)) {
      faults++;
      trace(() -> "lost: " + message);
      return;
    }
    trace(() -> "sent: " + message);
    schedule.add(new ScheduledEvent(now + transit(), order++, null, null, arrives));
    if (happens(doubled)) {
      faults++;
      schedule.add(
          new ScheduledEvent(
              now + transit() + random.nextInt(3_000), order++, null, null, arrives));
    }
  }

  private long transit() {
    return 1L + random.nextInt(delay) + (random.nextInt(30) == 0 ? random.nextInt(2_000) : 0);
  }

  // ---- at a transaction's edge

  /** Before a node commits, others of its site may. */
  void between(SimulatedNode node) {
    if (depth > 0 || random.nextDouble() >= between || now > healedAt) {
      return;
    }
    Optional<ScheduledEvent> next =
        schedule.stream()
            .filter(later -> later.site == node.site && later.at < now + 300)
            .min(schedule.comparator());
    if (next.isPresent()) {
      depth++;
      faults++;
      schedule.remove(next.get());
      try {
        run(next.get());
      } finally {
        depth--;
      }
    }
  }

  boolean dies() {
    return happens(crash);
  }

  void committed(SimulatedSite site, String about) {
    rules.committed(site, about);
  }

  // ---- what it is asked

  RmSettings settings() {
    return settings;
  }

  RmRules rules() {
    return rules;
  }

  SplittableRandom random() {
    return random;
  }

  long now() {
    return now;
  }

  int faults() {
    return faults;
  }

  int messages() {
    return messages;
  }

  double loss() {
    return loss;
  }

  /** How much later than it may a service answers; empty, as it mostly does not. */
  OptionalLong tooLate() {
    return now < healedAt && seldom.nextInt(30) == 0
        ? OptionalLong.of(seldom.nextLong(1, 4_000))
        : OptionalLong.empty();
  }

  /** Whether nothing has failed any more for so long. */
  boolean isHealed(long millis) {
    return now > healedAt + millis;
  }

  /** Whether a service does not accept what is offered, in this answer. */
  boolean declines() {
    return now < healedAt && seldom.nextInt(20) == 0;
  }

  boolean happens(double probability) {
    return now < healedAt && random.nextDouble() < probability;
  }

  void fault() {
    faults++;
  }

  void disturbed() {
    rules.disturbed();
  }

  /** Nobody tells what a node that died had to tell. */
  void died() {
    rules.died();
  }

  void lost(String what) {
    faults++;
    rules.disturbed();
    trace(() -> "lost: " + what);
  }

  long pause(int least, int most) {
    return random.nextLong(least, most);
  }

  long serviceTime() {
    return random.nextInt(40) == 0 ? random.nextInt(5_000) : random.nextLong(1, 151);
  }

  String newName(String what) {
    return what + names++;
  }

  SimulatedSite client() {
    return client;
  }

  SimulatedSite service() {
    return service;
  }

  Conversation conversation(int number) {
    return conversations.get(number);
  }

  List<RmSequence> sequences(SimulatedSite site) {
    return site.store.transact(
        "",
        tx ->
            tx.keys("", Integer.MAX_VALUE).stream()
                .map(tx::sequence)
                .flatMap(Optional::stream)
                .toList());
  }

  void trace(Supplier<String> line) {
    if (trace != null) {
      trace.add(now + " " + line.get());
    }
  }
}
