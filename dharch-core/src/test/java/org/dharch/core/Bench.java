package org.dharch.core;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.Changes;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.EmittedFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.FakeClock;
import org.dharch.testing.Utf8;

/**
 * A whole manager on a test bench: its clock is set by hand, what it sends lies open in {@link
 * #sent}, replies are given by hand, and its agents run only on the test's thread.
 */
public final class Bench {
  public static final byte[] ENVELOPE = Utf8.bytes(EnvelopeText.SOAP11.of("<x/>"));

  /** One task batch as it was handed to the transport. */
  public record Sent(NodeId node, TaskBatch batch) {
    Task task(String handler) {
      return batch.tasks().stream()
          .filter(t -> t.handler().equals(handler))
          .findFirst()
          .orElseThrow(() -> new AssertionError(handler + " is not in " + batch.tasks()));
    }

    public Set<String> handlers() {
      Set<String> names = new HashSet<>();
      batch.tasks().forEach(t -> names.add(t.handler()));
      return names;
    }
  }

  /** What a node was told of an emission. */
  public record Heard(NodeId node, MessageId id, Emitted outcome) {}

  /** Two managers on one store must not give the same ids. */
  private static final AtomicLong SEEDS = new AtomicLong();

  public final FakeClock clock = new FakeClock();
  final List<Sent> sent = new CopyOnWriteArrayList<>();
  public final List<Heard> heard = new ArrayList<>();

  /** In how many messages nodes were told what they have heard. */
  public int notifications;

  public final List<NodeEmission> forwarded = new ArrayList<>();
  public Set<EmissionQueue> taken = Set.of();
  public final Map<String, Outcome> outcomes = new LinkedHashMap<>();
  final HandWork large = new HandWork();
  final HandTransport transport = new Transport();
  public final DHManager manager;
  public final CManager.Receiver receiver;
  public boolean transportUp = true;
  boolean transportFails;

  /** Runs whenever the manager looks at its clock: it may throw, as a defect would. */
  Runnable onLook = () -> {};

  private final TaskBatchFormat format = new TaskBatchFormat(Limits.DEFAULT);

  /** Whether the gateway says when it takes a message to its service. */
  public boolean handsOver;

  /** The gateway of a container whose contexts are strings. */
  public final Gateway<String> gateway = new Ends();

  private class Ends implements Gateway<String> {
    @Override
    public boolean handsOver() {
      return handsOver;
    }

    @Override
    public void completed(String context, Outcome.Completed outcome) {
      ended(context, outcome);
    }

    @Override
    public void failed(String context, Outcome.Failed outcome) {
      ended(context, outcome);
    }

    @Override
    public void responded(String context, Outcome.Responded outcome) {
      ended(context, outcome);
    }
  }

  /** The same for what comes out of the store, with contexts of {@code newContext}'s. */
  abstract class ReplayingEnds extends Ends implements ReplayGateway<String> {
    @Override
    public void discard(String context) {}
  }

  private void ended(String context, Outcome outcome) {
    if (outcomes.put(context, outcome) != null) {
      throw new AssertionError(context + " ended twice");
    }
  }

  Bench(Orchestration orchestration) {
    this(DHManagerConfig.DEFAULT, orchestration);
  }

  public Bench(DHManagerConfig config, Orchestration orchestration) {
    this(
        config,
        Orchestrations.of(
            List.of(orchestration), List.of(Rule.all(Direction.IN, orchestration.name()))));
  }

  public Bench(DHManagerConfig config, Orchestrations orchestrations) {
    this(config, orchestrations, new MemoryStore(config.storeLimits()));
  }

  public Bench(DHManagerConfig config, Orchestration orchestration, MessageStore store) {
    this(
        config,
        Orchestrations.of(
            List.of(orchestration), List.of(Rule.all(Direction.IN, orchestration.name()))),
        store);
  }

  public Bench(DHManagerConfig config, Orchestrations orchestrations, MessageStore store) {
    this.manager =
        ManagerProbe.create(
            config.ticker(
                () -> {
                  onLook.run();
                  return clock.nanos();
                }),
            orchestrations,
            transport,
            new SplittableRandom(SEEDS.incrementAndGet()),
            store,
            InstantSource.system(),
            large);
    this.receiver = ManagerProbe.of(manager).receiver();
    receiver.connected(true);
  }

  /** A life of a node that remembers what it did across its lives. */
  NodeId remembering(String name, String incarnation, String... handlers) {
    NodeId id = new NodeId(name, incarnation).withJournal("m");
    heartbeat(id, handlers);
    return id;
  }

  /** A node called {@code name} announces itself with these handlers. */
  public NodeId node(String name, String... handlers) {
    NodeId id = new NodeId(name, "1");
    heartbeat(id, handlers);
    return id;
  }

  public void heartbeat(NodeId id, String... handlers) {
    heartbeat(id, 0, handlers);
  }

  /** As a node whose memory has taken so many attempts. */
  public void heartbeat(NodeId id, long taken, String... handlers) {
    receiver.status(
        NodeStatus.of(
                id,
                NodeStatus.State.READY,
                List.of(handlers),
                new NodeStatus.Load(4, 0, 0),
                ProcessOrigin.here("host"))
            .taken(taken));
  }

  public Admission admit(String context) {
    return manager.admit(gateway, context, Submission.of(Direction.IN, "Service", ENVELOPE));
  }

  public MessageId accepted(String context) {
    Admission admission = admit(context);
    if (admission instanceof Admission.Accepted accepted) {
      return accepted.id();
    }
    throw new AssertionError("not accepted: " + admission);
  }

  /** The one task batch that was sent since the last call of this or of {@link #batches}. */
  public Sent batch() {
    List<Sent> batches = batches();
    if (batches.size() != 1) {
      throw new AssertionError("sent: " + batches);
    }
    return batches.get(0);
  }

  /** The one task batch that is sent once it is on disk how far the messages are. */
  public Sent afterTheDisk() {
    if (!sent.isEmpty()) {
      throw new AssertionError("not before it is on disk: " + sent);
    }
    ManagerProbe.of(manager).stepProgress();
    return batch();
  }

  /** What was sent since the last call. */
  public List<Sent> batches() {
    List<Sent> batches = List.copyOf(sent);
    sent.clear();
    return batches;
  }

  public void performed(Sent sent, String... handlers) {
    for (String handler : handlers) {
      reply(sent, handler, HandlerResult.Status.PERFORMED, "", Changes.NONE);
    }
  }

  public void changed(Sent sent, String handler, Changes changes) {
    reply(sent, handler, HandlerResult.Status.PERFORMED, "", changes);
  }

  public void failed(Sent sent, String handler, String reason) {
    reply(sent, handler, HandlerResult.Status.FAILED, reason, Changes.NONE);
  }

  public void reply(
      Sent sent, String handler, HandlerResult.Status status, String reason, Changes changes) {
    reply(sent, handler, status, reason, Duration.ofNanos(2000), changes);
  }

  /** As {@link #performed}, in that time. */
  void performedIn(Sent sent, String handler, Duration time) {
    reply(sent, handler, HandlerResult.Status.PERFORMED, "", time, Changes.NONE);
  }

  private void reply(
      Sent sent,
      String handler,
      HandlerResult.Status status,
      String reason,
      Duration time,
      Changes changes) {
    Task task = sent.task(handler);
    HandlerResult result =
        HandlerResult.of(
            task.index(), task.attempt(), status, reason, 1000, time.toNanos(), changes);
    reply(sent, List.of(result));
  }

  /** What the node says of the task batch, whether or not that makes sense. */
  public void reply(Sent sent, List<HandlerResult> results) {
    Reply reply = new Reply(sent.batch().id(), sent.batch().incarnation(), sent.node(), results);
    receiver.reply(OverTheWire.carry(format.encode(reply)));
  }

  /** Time passes, and the manager is awake whenever it wants to be. */
  public void advance(Duration by) {
    long end = clock.nanos() + by.toNanos();
    while (ManagerProbe.of(manager).nextWake() < end) {
      clock.advance(
          Duration.ofNanos(Math.max(0, ManagerProbe.of(manager).nextWake() - clock.nanos())));
      ManagerProbe.of(manager).step();
    }
    clock.advance(Duration.ofNanos(end - clock.nanos()));
    ManagerProbe.of(manager).step();
  }

  /** Time passes in which the manager has no turn, as if its process were stopped. */
  public void stall(Duration by) {
    clock.advance(by);
    ManagerProbe.of(manager).step();
  }

  Optional<Outcome> outcome(String context) {
    return Optional.ofNullable(outcomes.get(context));
  }

  public Outcome.Completed completed(String context) {
    return (Outcome.Completed) outcomes.get(context);
  }

  public Fault fault(String context) {
    return ((Outcome.Failed) outcomes.get(context)).fault();
  }

  public long counter(Counter counter) {
    return manager.status().counters().get(counter);
  }

  private final class Transport extends HandTransport {
    Transport() {
      super("bench");
    }

    @Override
    public boolean send(NodeId node, DMFormat batch) {
      if (transportFails) {
        throw new IllegalStateException("a defect");
      }
      List<Emitted> told = new EmittedFormat(Limits.DEFAULT).emitted(batch);
      told.forEach(outcome -> heard.add(new Heard(node, batch.id(), outcome)));
      if (!told.isEmpty()) {
        notifications++;
      } else if (transportUp) {
        sent.add(new Sent(node, format.taskBatch(OverTheWire.carry(batch))));
      }
      return transportUp;
    }

    @Override
    public void takeEmissions(Set<EmissionQueue> queues) {
      taken = queues;
    }

    @Override
    public boolean forward(EmissionQueue queue, NodeId node, DMFormat emission) {
      if (transportUp) {
        forwarded.add(new EmissionFormat(Limits.DEFAULT).emission(OverTheWire.carry(emission)));
      }
      return transportUp;
    }
  }
}
