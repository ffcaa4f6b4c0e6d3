package org.dharch.core.node;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.node.emission.NodeEmissions;
import org.dharch.core.node.failure.ErrorText;
import org.dharch.core.node.failure.FailureLog;
import org.dharch.core.node.manager.ManagerWarnings;
import org.dharch.core.node.manager.Registrations;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.BranchFormat;
import org.dharch.core.wire.BranchForward;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives frames and results. {@link NodeState} decides under its lock, in memory and quickly;
 * this class carries out the decisions. Handlers, replies and announcements run after the release
 * of the lock, so a transport may call back at once.
 *
 * <p>A worker sends the replies of its own tasks before it takes the next one, so a transport that
 * does not accept replies slows the node down. Tasks that arrive within that call may be left for
 * this worker, which is awake, instead of waking another. Other replies are rare and go through
 * {@code outbound}, so that neither the transport's thread nor the timer waits for them.
 */
final class NodeEngine implements NodeChannel.Listener {
  private static final Logger log = LoggerFactory.getLogger(NodeEngine.class);

  private final NodeChannel channel;
  private final Ticker ticker;
  private final TaskBatchFormat format;
  private final BranchFormat branches;
  private final HandlerCall call;
  private final ManagerWarnings warnings;
  private final Registrations registrations;
  private final NodeEmissions emissions;
  private final PendingJoins pendingJoins;
  private final StateLock state;
  private final NodeActions actions;
  private final BorrowedTasks borrowedTasks;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();

  NodeEngine(NodeConfig config, NodeChannel channel, Executor outbound, NodeEmissions emissions) {
    this.emissions = emissions;
    this.channel = channel;
    this.ticker = config.ticker();
    this.format = new TaskBatchFormat(config.limits());
    this.branches = new BranchFormat(config.limits());
    this.pendingJoins = new PendingJoins(config.limits());
    FailureLog failures = new FailureLog(ticker::nanos);
    ResultCheck check = new ResultCheck(config.limits());
    this.call = new HandlerCall(ticker, check, config.results().journal(), emissions, failures);
    String name = config.id().name();
    this.warnings =
        new ManagerWarnings(
            ticker,
            why -> log.warn("Warning of managers node={} warning={}", name, why),
            why -> log.info("Warning of managers cleared node={} warning={}", name, why));
    this.registrations = new Registrations(ticker);
    this.state = new StateLock(new NodeState(config, failures), ticker);
    this.actions =
        new NodeActions(
            state,
            channel,
            outbound,
            config.limits(),
            new ReplySender(config.id(), format, channel),
            emissions,
            new DirectForwarding(
                config.id(), config.limits(), format, channel, frame -> offer(frame, () -> {})));
    this.borrowedTasks = new BorrowedTasks(this, actions, call, ticker);
  }

  /**
   * Sets the callback that runs when the timer must step before the {@linkplain #pause pause} is
   * over.
   */
  void timer(Runnable value) {
    state.timer(value);
  }

  /** Returns the time until the next step of the timer, in nanoseconds. */
  long pause() {
    return state.pause(ready.isDone());
  }

  /** Sets the workers. Called once, before any task batch. */
  void workers(Workers value) {
    actions.workers(value);
  }

  @Override
  public boolean offer(DMFormat frame, Runnable done) {
    TaskBatch batch = null;
    BranchForward branch = null;
    try {
      switch (frame.kind()) {
        case NOTICE -> warnings.take(frame);
        case WELCOME -> registrations.take(frame);
        case EMITTED -> emissions.take(frame);
        case BRANCH -> {
          branch = branches.read(frame);
          batch = pendingJoins.take(branch, ticker.nanos()).orElse(null);
        }
        default -> batch = format.taskBatch(frame); // rejects other kinds
      }
    } catch (RuntimeException e) { // an invalid frame is dropped, others are not affected
      log.warn("Ignored an invalid frame message={} reason={}", frame.id(), ErrorText.of(e));
    }
    if (batch == null) {
      NodeActions.run(done);
      return true;
    }
    boolean kept = keep(batch, done);
    if (kept && branch != null) {
      pendingJoins.begun(branch);
    }
    return kept;
  }

  private boolean keep(TaskBatch batch, Runnable done) {
    long on = fingerprint(batch);
    Optional<BorrowedThread> borrowed = BorrowedThread.forTaskBatch(this, batch.id());
    return actions.act(
        false,
        (s, effects) -> {
          boolean kept = s.keep(batch, on, done, effects);
          state.received();
          borrowedTasks.start(kept ? borrowed : Optional.empty(), s, effects);
          return kept;
        });
  }

  /** Returns the fingerprint of a message that another node forwarded. */
  private static long fingerprint(TaskBatch batch) {
    return batch.wasForwarded() ? Fingerprint.of(batch.content()) : Fingerprint.NONE;
  }

  @Override
  public void announceEvery(Duration interval) {
    state.update(s -> s.requestInterval(interval));
  }

  @Override
  public boolean awaitCapacity(Duration limit) throws InterruptedException {
    return state.await(s -> s.hasCapacity() && !s.isStopped(), limit);
  }

  /** Runs {@code task} on this thread; returns this worker's next task, null if it is idle. */
  TaskRun perform(TaskRun task) {
    HandlerResult result = call.perform(task, task.hosted.handler);
    BorrowedThread.lend(
        new BorrowedThread.Worker(this),
        () -> {
          actions.finish(task, result);
          return true;
        });
    return actions.act(
        true,
        (s, effects) -> {
          TaskRun own = s.dispatcher.nextAfter(task, effects);
          s.dispatcher.dispatch(effects);
          return own;
        });
  }

  /** Runs one step of the timer: ends late tasks, and announces the node when that is due. */
  void tick() {
    pendingJoins.drop(ticker.nanos());
    Optional<String> rejection = rejection(); // the rejection may have ended
    if (!ready.isDone() && isRegistered() && rejection.isEmpty()) {
      ready.complete(null);
    }
    actions.change(false, NodeState::tick);
  }

  private boolean isRegistered() {
    return channel.isReachable()
        && registrations.areIn(channel.managers(), state.decide(NodeState::interval))
        && status().state() == NodeStatus.State.READY;
  }

  /** Completes when managers can send the node work, as far as is known. */
  CompletionStage<Void> ready() {
    return ready.minimalCompletionStage();
  }

  /** Rejects new work from now on; returns false if the node already did. */
  boolean drain() {
    return state.decide(NodeState::drain);
  }

  /** Waits until every task batch is answered; returns false after {@code limit}. */
  boolean awaitQuiet(Duration limit) throws InterruptedException {
    return state.await(NodeState::isQuiet, limit);
  }

  /** Ends all tasks and rejects all work. */
  void stop() {
    actions.change(true, NodeState::stop);
  }

  NodeStatus status() {
    return state.decide(NodeState::status);
  }

  /**
   * Returns the reason why managers send it no work: the cause, a colon, and details; empty if
   * there is none.
   */
  Optional<String> rejection() {
    return warnings.hasWarning()
        ? warnings
            .now(state.decide(NodeState::interval))
            .map(warning -> "another node has its name: " + warning)
            .or(this::rejectedManager)
        : rejectedManager();
  }

  private Optional<String> rejectedManager() {
    return registrations.firstMissing(channel.rejections());
  }

  void announce() {
    actions.announce();
  }
}
