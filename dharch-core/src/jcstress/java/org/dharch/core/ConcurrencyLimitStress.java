package org.dharch.core;

import java.time.InstantSource;
import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.CMCQueue;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.EndedMessages;
import org.dharch.core.context.FailureLines;
import org.dharch.core.context.Inbox;
import org.dharch.core.context.LargeWork;
import org.dharch.core.context.LargeWorkers;
import org.dharch.core.context.MessageTraces;
import org.dharch.core.engine.ExecutionDriver;
import org.dharch.core.engine.MessageSelector;
import org.dharch.core.engine.OutcomeDelivery;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.placement.HandlerOrchestrationManager;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.placement.StartupGracePeriod;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.MPQueue;
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
  private static final FailureLines LINES = new FailureLines(Ticker.SYSTEM::nanos);
  private static final ProgressFormat PROGRESS = new ProgressFormat(Limits.DEFAULT);
  private static final MemoryStore STORE = new MemoryStore(StoreLimits.DEFAULT);
  private static final StoreAgent AGENT =
      new StoreAgent(
          "stress", STORE, StoreLimits.DEFAULT, PROGRESS, new Counters(), InstantSource.system());
  private static final DeliveryConfirmations HAND_OVERS =
      new DeliveryConfirmations(
          AGENT,
          new ProgressWriter("stress", AGENT.progressRecords(), new Counters()),
          PROGRESS,
          new Inbox(),
          Ticker.SYSTEM);
  private static final LargeWork NOWHERE_ELSE = new LargeWorkers("stress");

  private final Counters counters = new Counters();
  private final IMQueue waiting = QueueFixture.queue(2);
  private final FlowControl flow =
      FlowControl.DEFAULT.concurrencyLimit(ConcurrencyLimitSetting.fixed(1));
  private final JobSizes sizes = new JobSizes();
  private final Slots slots = new Slots(flow, sizes, counters);
  private final MPQueue concurrencyLimit = new MPQueue(slots);
  private final NodeDirectory nodes = new NodeDirectory(flow, bound -> 0);
  private final MessageSelector selector =
      new MessageSelector(
          waiting,
          concurrencyLimit,
          slots,
          sizes,
          new ExecutionDriver(
              concurrencyLimit,
              nodes,
              counters,
              NOWHERE_ELSE,
              Ticker.SYSTEM,
              () -> 0.5,
              1,
              true,
              true,
              LINES),
          new OutcomeDelivery(
              new CMCQueue(),
              new EndedMessages(1, () -> 0),
              AGENT,
              HAND_OVERS,
              counters,
              new Latencies(() -> 0),
              new MessageTraces(counters),
              LINES),
          new StartupGracePeriod(
              DHManagerConfig.DEFAULT,
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
