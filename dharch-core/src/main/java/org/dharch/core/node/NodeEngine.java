package org.dharch.core.node;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.message.envelope.MergedMessage;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.Reason;
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
 * Guards the node's decisions by a lock and carries them out. All decisions are made under the
 * lock, in memory and quickly. Handlers, replies and announcements run after its release, so a
 * transport may call back at once.
 *
 * <p>Tasks that arrive on a borrowed thread stay there as far as its lender allows, and otherwise
 * start on the workers: {@link BorrowedThread} defines which threads may be borrowed and when they
 * return. A quick handler may be slow for once. Therefore a transport's loan is bounded: tasks that
 * wait for that thread start elsewhere at the next tick, and when a handler keeps the thread for
 * some milliseconds the transport continues with another one.
 *
 * <p>A worker sends the replies of its own tasks before it takes the next one, so a transport that
 * does not accept replies slows the node down. Tasks that arrive within that call may be left for
 * this worker, which is awake, instead of waking another. Other replies, rare ones, go through
 * {@code outbound}, so that neither the transport's thread nor the timer waits for them.
 */
final class NodeEngine implements NodeChannel.Listener {
  private static final Logger log = LoggerFactory.getLogger(NodeEngine.class);

  private final NodeChannel channel;
  private final Ticker ticker;
  private final Executor outbound;
  private final Limits limits;
  private final TaskBatchFormat format;
  private final ReplySender sender;
  private final HandlerCall call;
  private final ManagerWarnings warnings;
  private final Registrations registrations;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final NodeEmissions emissions;
  private final BranchFormat branches;
  private final PendingJoins pendingJoins;
  private final DirectForwarding forwarding;
  private Workers workers;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final NodeState state; // guarded by lock
  private Runnable awake = () -> {}; // guarded by lock
  private boolean rests; // guarded by lock
  private long cameAt; // guarded by lock

  NodeEngine(NodeConfig config, NodeChannel channel, Executor outbound, NodeEmissions emissions) {
    this.emissions = emissions;
    this.channel = channel;
    this.ticker = config.ticker();
    this.outbound = outbound;
    this.limits = config.limits();
    this.format = new TaskBatchFormat(config.limits());
    this.sender = new ReplySender(config.id(), format, channel);
    this.branches = new BranchFormat(config.limits());
    this.pendingJoins = new PendingJoins(config.limits());
    this.forwarding =
        new DirectForwarding(
            config.id(), config.limits(), format, channel, pass -> offer(pass, () -> {}));
    FailureLog failures = new FailureLog(config.ticker()::nanos);
    ResultCheck check = new ResultCheck(config.limits());
    this.call = new HandlerCall(config.ticker(), check, config.journal(), emissions, failures);
    this.warnings =
        new ManagerWarnings(
            config.ticker(),
            why -> log.warn("node {}: {}", config.id().name(), why),
            why ->
                log.info(
                    "warning of managers is over node={} warning={}", config.id().name(), why));
    this.registrations = new Registrations(config.ticker());
    this.state = new NodeState(config, failures);
    this.cameAt = ticker.nanos();
  }

  /**
   * {@code value} is run when the timer has to step before the {@linkplain #pause pause} is over.
   */
  void timer(Runnable value) {
    decide(s -> awake = value);
  }

  /** How long the timer may rest now, in nanoseconds. */
  long pause() {
    return decide(
        s -> {
          long now = ticker.nanos();
          rests = ready.isDone() && s.isIdle() && now - cameAt >= NodeTimer.CALM_NANOS;
          return rests
              ? Math.max(1, Math.min(s.untilHeartbeat(), NodeTimer.REST_NANOS))
              : NodeTimer.STEP_NANOS;
        });
  }

  /** Called once, before any task batch. */
  void workers(Workers value) {
    workers = value;
  }

  @Override
  public boolean offer(DMFormat message, Runnable done) {
    TaskBatch batch;
    Optional<BranchForward> branch = Optional.empty();
    try {
      if (warnings.take(message) || registrations.take(message) || emissions.take(message)) {
        run(done);
        return true;
      }
      if (BranchFormat.is(message)) {
        branch = Optional.of(branches.read(message));
        Optional<TaskBatch> joined = pendingJoins.take(branch.get(), ticker.nanos());
        if (joined.isEmpty()) {
          run(done); // its manager does what is lost with this node
          return true;
        }
        batch = joined.get();
      } else {
        batch = format.taskBatch(message);
      }
    } catch (RuntimeException e) { // whatever a stranger wrote, only it is lost
      log.warn("message {}: not a task batch, ignored: {}", message.id(), ErrorText.of(e));
      run(done);
      return true;
    }
    boolean kept = keep(batch, done);
    if (kept) {
      branch.ifPresent(pendingJoins::begun);
    }
    return kept;
  }

  private boolean keep(TaskBatch batch, Runnable done) {
    long on = fingerprint(batch);
    Optional<BorrowedThread> borrowed = BorrowedThread.forTaskBatch(this, batch.id());
    return act(
        false,
        (s, effects) -> {
          boolean kept = s.keep(batch, on, done, effects);
          cameAt = ticker.nanos();
          if (kept && borrowed.isPresent()) {
            leave(borrowed.get(), s, effects);
          } else {
            s.dispatch(effects);
          }
          return kept;
        });
  }

  /** On what it is done, if that is to be said. */
  private static long fingerprint(TaskBatch batch) {
    return batch.wasForwarded()
        ? Fingerprint.of(batch.envelope(), batch.properties(), batch.processed())
        : Fingerprint.NONE;
  }

  @Override
  public void announceEvery(Duration interval) {
    decide(
        s -> {
          s.wish(interval);
          return true;
        });
  }

  /** Leaves what has just come for the thread that brought it, as far as it may have it. */
  private void leave(BorrowedThread borrowed, NodeState s, NodeEffects effects) {
    BorrowedThread.Lender lender = borrowed.lender();
    if (lender instanceof BorrowedThread.Transport) {
      borrowed.leave(() -> performQuick(lender));
    } else if (lender instanceof BorrowedThread.Worker) {
      borrowed.leave(() -> {}); // it takes its next task by itself
    } else {
      TaskRun task = s.lend(lender, effects);
      if (task != null) {
        borrowed.leave(() -> perform(task, borrowed));
      }
    }
  }

  /** On a request's thread. */
  private void perform(TaskRun task, BorrowedThread borrowed) {
    boolean speculative = !task.run.batch.prefetched().isEmpty();
    HandlerResult result = call.perform(task, task.hosted.handler);
    borrowed.reopen(
        () -> {
          answer(task, result);
          if (speculative) {
            beginSpeculatively(task.key.id());
          }
        });
  }

  /** The stage ahead, if it is there now, is left for the thread of its message's request. */
  private void beginSpeculatively(MessageId message) {
    Optional<BorrowedThread> borrowed = BorrowedThread.forTaskBatch(this, message);
    change(
        false,
        (s, effects) -> {
          if (borrowed.isPresent()) {
            leave(borrowed.get(), s, effects);
          } else {
            s.dispatch(effects);
          }
        });
  }

  /** On a transport's thread, after the last task batch that it brought. */
  private void performQuick(BorrowedThread.Lender lender) {
    long until = ticker.nanos() + BorrowedThread.LOAN_NANOS;
    TaskRun task = nextQuick(lender, true);
    while (task != null) {
      TaskRun now = task;
      HandlerResult result = call.perform(now, now.hosted.handler);
      boolean gone =
          act(
              true,
              (s, effects) -> {
                s.cameBack(now, result, effects);
                return now.handedOver;
              });
      task = nextQuick(lender, !gone && ticker.nanos() - until < 0);
    }
  }

  /**
   * The borrowed thread's next task; without one, and if it must not continue, the workers have it.
   */
  private TaskRun nextQuick(BorrowedThread.Lender lender, boolean goOn) {
    return act(
        false,
        (s, effects) -> {
          if (goOn) {
            return s.lend(lender, effects);
          }
          s.dispatch(effects);
          return null;
        });
  }

  @Override
  public boolean awaitCapacity(Duration limit) throws InterruptedException {
    return await(s -> s.hasCapacity() && !s.isStopped(), limit);
  }

  /** Runs {@code task} here and now; gives this worker's next task, null if it is idle. */
  TaskRun perform(TaskRun task) {
    return finished(task, call.perform(task, task.hosted.handler));
  }

  /** The handler of {@code task} returned; gives its worker's next task, null if it is idle. */
  TaskRun finished(TaskRun task, HandlerResult result) {
    BorrowedThread.lend(
        new BorrowedThread.Worker(this),
        () -> {
          answer(task, result);
          return true;
        });
    return act(
        true,
        (s, effects) -> {
          TaskRun own = s.nextOf(task, effects);
          s.dispatch(effects);
          return own;
        });
  }

  /** Sends the result of {@code task}. */
  private void answer(TaskRun task, HandlerResult result) {
    change(true, (s, effects) -> s.finished(task, result, effects));
  }

  /** The stage that has ended here is merged, and the next one begins on what that makes. */
  private void goOn(BatchRun run) {
    TaskBatch next;
    try {
      next = merged(run);
    } catch (RuntimeException | Error e) { // or what is ahead would never be settled
      // its manager, which has more memory, may well merge it
      change(false, (s, effects) -> s.returnToManager(run, ErrorText.of(e), effects));
      return;
    }
    // a node that has forgotten the same attempt and performs it again may produce another
    long on = Fingerprint.of(next.envelope(), next.properties(), next.processed());
    change(false, (s, effects) -> s.goOn(run, next, on, effects));
  }

  /** The stage that has ended here goes to the nodes of the next one. */
  private void forward(BatchRun run) {
    String problem;
    try {
      List<HandlerResult> results = run.speculating.stream().map(task -> task.result).toList();
      boolean forwarded = forwarding.forward(run.batch, results, decide(s -> s.left(run)));
      problem = forwarded ? "" : "it could not be passed on";
    } catch (RuntimeException | Error e) { // or what is ahead would never be settled
      problem = ErrorText.of(e);
    }
    String why = problem;
    change(
        false,
        (s, effects) -> {
          if (why.isEmpty()) {
            s.endSpeculation(run, effects);
          } else {
            s.returnToManager(run, why, effects);
          }
        });
  }

  private TaskBatch merged(BatchRun run) {
    TaskBatch batch = run.batch;
    List<Changes> changes =
        run.speculating.stream()
            .sorted(Comparator.comparingInt(task -> task.task.index()))
            .map(task -> task.result.changes())
            .toList();
    MergedMessage merged =
        MergedMessage.of(batch.envelope(), batch.properties(), batch.processed(), changes, limits);
    run.forms.next(merged, changes);
    return batch.next(
        decide(s -> s.left(run)), merged.processed(), merged.properties(), merged.envelope());
  }

  /** One step of the timer: what is late ends, and the node announces itself when it is time. */
  void tick() {
    pendingJoins.drop(ticker.nanos());
    Optional<String> rejection = rejection(); // it may be over
    if (!ready.isDone() && isTakenIn() && rejection.isEmpty()) {
      ready.complete(null);
    }
    change(false, NodeState::tick);
  }

  private boolean isTakenIn() {
    return channel.isReachable()
        && registrations.areIn(channel.managers(), decide(NodeState::interval))
        && decide(NodeState::status).state() == NodeStatus.State.READY;
  }

  /** Complete once the node is given work, as far as can be known. */
  CompletionStage<Void> ready() {
    return ready.minimalCompletionStage();
  }

  /** Takes nothing new from here on; false if that was so already. */
  boolean drain() {
    return decide(NodeState::drain);
  }

  /** Waits until every task batch is answered; false if {@code limit} was over first. */
  boolean awaitQuiet(Duration limit) throws InterruptedException {
    return await(NodeState::isQuiet, limit);
  }

  /** Whether everything that it has taken is answered. */
  boolean isQuiet() {
    return decide(NodeState::isQuiet);
  }

  /** Ends what has not ended and takes nothing any more. */
  void stop() {
    change(true, NodeState::stop);
  }

  NodeStatus status() {
    return decide(NodeState::status);
  }

  /** Why managers give it no work, if they say that now. */
  Optional<String> rejection() {
    return warnings.isTold() ? warnings.now(decide(NodeState::interval)) : Optional.empty();
  }

  void announce() {
    try {
      channel.announce(status());
    } catch (RuntimeException e) {
      log.warn("heartbeat not sent: {}", Reason.of(e));
    }
  }

  /**
   * Decides, and carries out what follows.
   *
   * @param mayWait whether this thread may be held by a transport that does not take replies
   */
  private <T> T act(boolean mayWait, BiFunction<NodeState, NodeEffects, T> decision) {
    NodeEffects effects = new NodeEffects();
    T result;
    Optional<Runnable> wake = Optional.empty();
    lock.lock();
    try {
      result = decision.apply(state, effects);
      changed.signalAll();
      if (rests && !state.isIdle()) {
        rests = false;
        wake = Optional.of(awake);
      }
    } finally {
      lock.unlock();
    }
    for (NodeEffect effect : effects.inOrder()) {
      carryOut(effect, mayWait);
    }
    wake.ifPresent(Runnable::run);
    return result;
  }

  /** As {@link #act}, for what nothing is to be known of. */
  private void change(boolean mayWait, BiConsumer<NodeState, NodeEffects> decision) {
    act(
        mayWait,
        (s, effects) -> {
          decision.accept(s, effects);
          return true;
        });
  }

  private <T> T decide(Function<NodeState, T> decision) {
    lock.lock();
    try {
      T result = decision.apply(state);
      changed.signalAll();
      return result;
    } finally {
      lock.unlock();
    }
  }

  private boolean await(Predicate<NodeState> condition, Duration limit)
      throws InterruptedException {
    long left = limit.toNanos();
    lock.lockInterruptibly();
    try {
      while (!condition.test(state)) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void carryOut(NodeEffect effect, boolean mayWait) {
    if (effect instanceof NodeEffect.Begin begin) {
      workers.begin(begin.task());
    } else if (effect instanceof NodeEffect.Answer answer && mayWait) {
      send(answer.tasks());
    } else if (effect instanceof NodeEffect.Answer answer) {
      sendAside(answer.tasks());
    } else if (effect instanceof NodeEffect.GoOn goOn) {
      goOn(goOn.run());
    } else if (effect instanceof NodeEffect.Forward forward) {
      forward(forward.run());
    } else if (effect instanceof NodeEffect.Settle settle) {
      settle(settle.tasks());
    } else if (effect instanceof NodeEffect.Emit emit) {
      emissions.emitAll(emit.task());
    } else if (effect instanceof NodeEffect.Interrupt interrupt) {
      workers.interrupt(interrupt.task());
    } else if (effect instanceof NodeEffect.Replace replace) {
      workers.replace(replace.task());
    } else if (effect instanceof NodeEffect.HandOver handOver) {
      run(handOver.lender()::handOver);
    } else {
      announce();
    }
  }

  private void send(List<TaskRun> reply) {
    sender.send(reply, () -> settle(reply)); // answered first, acknowledged then
  }

  private void sendAside(List<TaskRun> reply) {
    outboundReplies(1);
    Runnable sending =
        () -> {
          outboundReplies(-1);
          send(reply);
        };
    try {
      outbound.execute(sending);
    } catch (RejectedExecutionException e) {
      sending.run(); // the node is ending, nothing else waits for this thread
    }
  }

  private void outboundReplies(int change) {
    decide(
        s -> {
          s.outboundReplies(change);
          return true;
        });
  }

  private void settle(List<TaskRun> tasks) {
    decide(s -> s.settle(tasks)).forEach(NodeEngine::run);
  }

  private static void run(Runnable ofTransport) {
    try {
      ofTransport.run();
    } catch (RuntimeException e) {
      log.warn("the transport failed to end a task batch or a loan: {}", Reason.of(e));
    }
  }
}
