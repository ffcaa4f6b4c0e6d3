package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.core.message.CallDepth;
import org.dharch.core.node.failure.StackText;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.node.parsed.ParsedMessageCache;
import org.dharch.core.node.parsed.ParsedMessageQuota;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.FormHandler;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/** One attempt of one handler on one message; guarded by the engine's lock unless noted. */
final class TaskRun {
  private static final long YEAR = 365L * 24 * 3600 * 1_000_000_000L;

  enum State {
    WAITING,
    RUNNING,
    ENDED
  }

  final BatchRun run;
  final Task task;
  final AttemptKey key;
  final HostedHandler hosted;
  final long arrival;
  final long sequence;

  /** How deep its message is in calls. */
  final int depth;

  State state = State.WAITING;
  long started;
  long interrupted;
  boolean hung;

  /** The lender of the thread on which this runs; null on a worker. */
  BorrowedThread.Lender lender;

  /** Whether it runs in an extra slot besides the workers ({@link NestedTasks}). */
  boolean inExtraSlot;

  boolean handedOver;
  HandlerResult result;

  /** Task batches that hold the same attempt again and wait for its end. */
  List<BatchRun> followers = List.of();

  private Thread runner; // guarded by this
  private boolean over; // guarded by this

  TaskRun(BatchRun run, Task task, HostedHandler hosted, long arrival, long sequence) {
    this.run = run;
    this.task = task;
    this.key = AttemptKey.of(run.batch, task);
    this.hosted = hosted;
    this.arrival = arrival;
    this.sequence = sequence;
    this.depth = run.depth;
  }

  /** Whether it must not perform again if it is delivered again. */
  boolean remembered() {
    return task.stateful() && task.purpose().works();
  }

  private boolean onCaller() {
    return lender instanceof BorrowedThread.Request;
  }

  /** Whether the message waits for its end, and so may its request's own thread. */
  boolean mayRunOnCaller() {
    return !task.oneway() && task.purpose().works() && hosted.hung == 0;
  }

  /** Why it may not begin at {@code now}; empty if it may. */
  String lateness(long now) {
    long waited = now - arrival;
    if (waited >= nanos(run.batch.remaining())) {
      return "the message's deadline passed after " + millis(waited) + " on the node";
    }
    if (waited > nanos(task.timeToStart())) {
      return "waited " + millis(waited) + " > timeToStart=" + millis(nanos(task.timeToStart()));
    }
    long age = now - run.batch.heardNanos();
    boolean late = age > nanos(task.timeToStart()) + nanos(run.batch.transfer());
    if (late && (remembered() || !task.purpose().works())) {
      return "may have been sent " + millis(age) + " ago; its manager may have given it up";
    }
    return "";
  }

  boolean overdue(long now) {
    return now - started >= nanos(task.timeToFinish());
  }

  /** Whether it keeps a lent thread for so long that another must do that one's duty. */
  boolean keepsBorrowedThread(long now) {
    return lender != null && !handedOver && now - started >= BorrowedThread.HAND_OVER_NANOS;
  }

  /** The reason why it must not continue at {@code now}; empty if it may. */
  String lateEnd(long now) {
    if (overdue(now)) {
      return "ran " + millis(now - started) + ", timeToFinish=" + task.timeToFinish();
    }
    boolean nobodyWaits = now - arrival >= nanos(run.batch.remaining());
    return onCaller() && nobodyWaits
        ? "the message's deadline passed and its thread was required"
        : "";
  }

  void follow(BatchRun batch) {
    if (followers.isEmpty()) {
      followers = new ArrayList<>(2);
    }
    followers.add(batch);
  }

  HandlerMessage message(Ticker ticker) {
    TaskBatch batch = run.batch;
    return new HandlerMessage(
        batch.id(),
        task.attempt(),
        batch.envelope(),
        batch.properties(),
        batch.processed(),
        task.completionCallback(),
        () -> started + nanos(task.timeToFinish()) - ticker.nanos());
  }

  /** The parsed forms that it may take from earlier handlers and leave to later ones. */
  FormHandler.Forms forms() {
    TaskBatch batch = run.batch;
    boolean last = batch.tasks().size() == 1 && batch.prefetched().isEmpty();
    return run.forms.here(batch.envelope().length, last);
  }

  /** The result of a task that did not come to an end of its own. */
  HandlerResult ended(HandlerResult.Status status, String reason, long queueNanos, long runNanos) {
    return new HandlerResult(
        task.index(), task.attempt(), status, reason, queueNanos, runNanos, Changes.NONE);
  }

  /**
   * From here until {@link #left()} the current thread may be interrupted.
   *
   * @return false if it should have been already, so that the handler must not be begun
   */
  synchronized boolean entered() {
    if (!over) {
      runner = Thread.currentThread();
    }
    return !over;
  }

  /**
   * The current thread's interrupt, which was for this task alone, is cleared; unless the thread is
   * a request's, which its container may have interrupted.
   */
  synchronized void left() {
    runner = null;
    if (over || !onCaller()) {
      Thread.interrupted();
    }
  }

  /** The current place of its thread, if it has one. */
  synchronized String where() {
    return runner == null ? "" : StackText.at(runner.getStackTrace());
  }

  synchronized void interrupt() {
    over = true;
    if (runner != null) {
      runner.interrupt();
    }
  }

  static String millis(long nanos) {
    return nanos / 1_000_000 + "ms";
  }

  /** A received duration, clamped so that it can be added to a clock. */
  private static long nanos(java.time.Duration duration) {
    return Math.max(0, Math.min(YEAR, duration.toNanos()));
  }

  /**
   * A task batch on its way through the node, stage by stage if stages are ahead; guarded by the
   * engine's lock.
   */
  static final class BatchRun {
    /** How long a worker may be busy with one of its tasks before others take the rest. */
    private static final long APART_NANOS = 5_000_000;

    final Runnable done;

    /** The parsed messages that its handlers pass to each other. */
    final ParsedMessageCache forms;

    /** How deep its message is in calls. */
    final int depth;

    /** Of the stage in hand. */
    TaskBatch batch;

    /** The fingerprint of its message, if another node passed that on; 0 if not. */
    long on;

    /** The tasks of that stage that have entered. */
    List<TaskRun> stage = List.of();

    /** How many of those run. */
    int running;

    /** When the last of those began. */
    long begun;

    /** How many stages have begun after the first. */
    int stages;

    /** When that stage began here. */
    long since;

    /** Its tasks, while the node is to continue after them; empty otherwise. */
    List<TaskRun> speculating = List.of();

    /** Tasks that have ended and whose results have not left yet. */
    List<TaskRun> ready = new ArrayList<>(4);

    /** Since when the first of those has waited for the others. */
    long partialSince;

    /** Tasks whose result is wanted and not there yet, those ahead among them. */
    int unanswered;

    /** Tasks of this stage that have not ended; the envelope is held for them. */
    int open;

    /** Tasks of all stages that have not ended, or whose result has not been handed over. */
    int unsettled;

    /**
     * A task batch that has come.
     *
     * @param done is run when all its results have left
     * @param capacity for what its handlers leave to each other
     */
    BatchRun(TaskBatch batch, Runnable done, ParsedMessageQuota capacity) {
      this.batch = batch;
      this.depth = CallDepth.of(batch.properties());
      this.forms = new ParsedMessageCache(capacity);
      this.done = done;
      this.unsettled = batch.tasks().size() + batch.countSpeculative();
      this.unanswered = batch.countSpeculative();
    }

    /**
     * Whether what waits of it is rather left to the worker that has one of its tasks, for that one
     * has the form of the message that the next handler wants, and it cannot be used by two at
     * once.
     */
    boolean isKeptTogether(long now) {
      return running > 0 && now - begun < APART_NANOS && forms.areWanted();
    }

    /** The next of its tasks for a handler that can have the form that waits; null without one. */
    TaskRun next() {
      if (forms.isThere()) {
        for (TaskRun task : stage) {
          if (task.state == State.WAITING && task.hosted.active < task.hosted.concurrency) {
            return task;
          }
        }
      }
      return null;
    }

    /** The tasks of all stages ahead. */
    List<Task> prefetched() {
      return batch.prefetched().stream().flatMap(List::stream).toList();
    }
  }
}
