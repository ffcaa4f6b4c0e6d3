package org.dharch.core;

import java.time.InstantSource;
import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.Inbox;
import org.dharch.core.context.LargeWork;
import org.dharch.core.context.LargeWorkers;
import org.dharch.core.context.Telemetry;
import org.dharch.core.engine.ExecutionDriver;
import org.dharch.core.engine.MessageSelector;
import org.dharch.core.engine.OutcomeDelivery;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.placement.HandlerOrchestrationManager;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.placement.StartupGracePeriod;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.Queues;
import org.dharch.core.queue.Slots;
import org.dharch.core.recovery.DeliveryConfirmations;
import org.dharch.core.recovery.ProgressWriter;
import org.dharch.core.recovery.StoreAgent;
import org.dharch.core.spi.Ticker;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.StoreLimits;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIL_Result;

/** Two admissions and a window of one: one message executes, the other waits. */
@JCStressTest
@Outcome(
    id = {"1, 1, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "one in the window, one in front of it, no error")
@Outcome(expect = Expect.FORBIDDEN, desc = "anything else")
@State
public class ConcurrencyLimitStress {
  private static final ProgressFormat PROGRESS = new ProgressFormat(Limits.DEFAULT);
  private static final MemoryStore STORE = new MemoryStore(StoreLimits.DEFAULT);
  private static final StoreAgent AGENT =
      new StoreAgent(
          "stress",
          STORE,
          StoreLimits.DEFAULT,
          PROGRESS,
          new Counters(System::nanoTime),
          System::nanoTime,
          InstantSource.system());
  private static final DeliveryConfirmations HAND_OVERS =
      new DeliveryConfirmations(
          AGENT,
          new ProgressWriter("stress", AGENT.progressRecords(), new Counters(System::nanoTime)),
          PROGRESS,
          new Inbox(),
          Ticker.SYSTEM);
  private static final LargeWork NOWHERE_ELSE = new LargeWorkers("stress");

  private final DHManagerConfig config =
      DHManagerConfig.DEFAULT.flow(
          FlowControl.DEFAULT.concurrencyLimit(ConcurrencyLimitSetting.fixed(1)).queueBound(2));
  private final Telemetry telemetry = Telemetry.of(config);
  private final Counters counters = telemetry.counters();
  private final Queues queues = Queues.of(config.flow(), counters);
  private final IMQueue waiting = queues.imQueue();
  private final Slots slots = queues.slots();
  private final NodeDirectory nodes = new NodeDirectory(config.flow(), bound -> 0);
  private final MessageSelector selector =
      new MessageSelector(
          queues,
          new ExecutionDriver(
              queues.mpQueue(), nodes, telemetry, NOWHERE_ELSE, config, () -> 0.5, 1),
          new OutcomeDelivery(queues.cmcQueue(), AGENT, HAND_OVERS, telemetry, nodes),
          new StartupGracePeriod(
              config,
              new HandlerOrchestrationManager(Orchestrations.of(List.of(), List.of()), nodes),
              nodes),
          counters,
          () -> 0);
  private final Conductor conductor =
      new Conductor("stress", List.of(selector), Ticker.SYSTEM, counters);

  @Actor
  public void first() {
    waiting.offer(QueueFixture.message(1), before -> true);
    conductor.signal();
  }

  @Actor
  public void second() {
    waiting.offer(QueueFixture.message(2), before -> true);
    conductor.signal();
  }

  @Arbiter
  public void end(IIL_Result r) {
    r.r1 = slots.inUse();
    r.r2 = waiting.size();
    r.r3 = counters.snapshot().get(Counter.ERRORS);
  }
}
