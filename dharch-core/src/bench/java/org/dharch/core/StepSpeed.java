package org.dharch.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.dharch.api.Changes;
import org.dharch.core.admission.AdmissionControl.MessageIds;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.DHMContext.Classification;
import org.dharch.core.context.DHMContext.Durability;
import org.dharch.core.context.LargeWorkers;
import org.dharch.core.context.Telemetry;
import org.dharch.core.engine.ExecutionDriver;
import org.dharch.core.execution.event.Event;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counters;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Queues;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;

/**
 * Times the state machine of one message, as production drives it: {@link ExecutionDriver} brings
 * the events, the {@link NodeDirectory} places, {@link MPQueue} keeps the wake-up times, the clock
 * is the system's. Left out are what is around it: queues, transport, gateway. Lives in this
 * package because none of that is public; the module benchmarks compiles it. Not for several
 * threads.
 */
public final class StepSpeed {
  /** How many messages are taken through all their events before the clock is read again. */
  public static final int BATCH = 100;

  private final Assignment assignment;
  private final DHManagerConfig config = DHManagerConfig.DEFAULT.concurrencyLimit(BATCH);
  private final NodeId node = new NodeId("n", "1");
  private final List<Event> events = new ArrayList<>();
  private final MessageIds ids;
  private final Submission submission;

  /**
   * A way of stages with equal handlers, each of which performs.
   *
   * @param changes what each handler changes
   */
  public StepSpeed(int stages, int handlersPerStage, byte[] envelope, Changes changes) {
    Stage[] parts = new Stage[stages];
    for (int i = 0; i < stages; i++) {
      int first = i * handlersPerStage;
      parts[i] =
          Stage.of(
              Stream.iterate(first, n -> n + 1)
                  .limit(handlersPerStage)
                  .map(n -> "h" + n)
                  .toArray(String[]::new));
    }
    assignment = new Assignment(Orchestration.of("o", parts), Policy.NONE);
    submission = Submission.of(Direction.IN, "Service", envelope);
    SplittableRandom random = new SplittableRandom(1);
    ids = new MessageIds(random.nextLong(), random.nextLong());
    events.add(new Event.Selected(Optional.empty()));
    for (int i = 0; i < stages * handlersPerStage; i++) {
      HandlerResult result =
          HandlerResult.of(i, 1, HandlerResult.Status.PERFORMED, "", 1000, 2000, changes);
      events.add(new Event.Result(node, 1, result));
    }
  }

  /** Takes one batch through; nanoseconds per event, the making of the messages not counted. */
  public double batch() {
    NodeDirectory directory = new NodeDirectory(config.flow(), new SplittableRandom(3)::nextInt);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < events.size() - 1; i++) {
      names.add("h" + i);
    }
    directory.update(
        NodeStatus.of(
            node,
            NodeStatus.State.READY,
            names,
            new NodeStatus.Load(8, 0, 0),
            ProcessOrigin.here("host")));
    MPQueue concurrencyLimit = Queues.of(config.flow(), new Counters(System::nanoTime)).mpQueue();
    SplittableRandom random = new SplittableRandom(2);
    ExecutionDriver executor =
        new ExecutionDriver(
            concurrencyLimit,
            directory,
            Telemetry.of(config),
            new LargeWorkers("speed"),
            config,
            random::nextDouble,
            1);
    List<DHMContext> messages = new ArrayList<>(BATCH);
    for (int i = 0; i < BATCH; i++) {
      DHMContext message =
          new DHMContext(
              ids.next(),
              submission,
              assignment,
              config,
              Classification.NONE,
              Durability.NONE,
              Ticker.SYSTEM.nanos());
      messages.add(message);
      concurrencyLimit.add(message, Ticker.SYSTEM.nanos());
    }
    long begin = System.nanoTime();
    for (Event event : events) {
      for (DHMContext message : messages) {
        executor.apply(message, event);
        message.takeEffects(); // MessageProcessor has done them
      }
    }
    long nanos = System.nanoTime() - begin;
    for (DHMContext message : messages) {
      if (!message.execution().isOver()) {
        throw new IllegalStateException("message " + message.id() + " has not ended");
      }
    }
    return (double) nanos / BATCH / events.size();
  }
}
