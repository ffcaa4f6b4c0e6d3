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

/** One attempt of one handler on one message; guarded by {@link StateLock} unless noted. */
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

  /** The call depth of its message. */
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

  /** Returns whether it must not perform again if it is delivered again. */
  boolean remembered() {
    return task.stateful() && task.purpose().works();
  }

  private boolean onCaller() {
    return lender instanceof BorrowedThread.Request;
  }

  /** Returns whether it may run on the thread of its message's request, which waits for its end. */
  boolean mayRunOnCaller() {
    return !task.oneway() && task.purpose().works() && hosted.hung == 0;
  }

  /** Returns the reason why it must not start at {@code now}; empty if it may. */
  String lateness(long now) {
    long waited = now - arrival;
    if (timeLeft(now) <= 0) {
      return "the message's deadline passed after " + millis(waited) + " on the node";
    }
    if (isShortOfTime(now)) {
      return millis(timeLeft(now))
          + " are left until the message's deadline; the handler has recently run at least "
          + millis(hosted.times.leastNanos());
    }
    if (waited > nanos(task.timeToStart())) {
      return "waited " + millis(waited) + " > timeToStart=" + millis(nanos(task.timeToStart()));
    }
    long age = now - run.batch.timing().heardNanos();
    boolean late = age > nanos(task.timeToStart()) + nanos(run.batch.timing().transfer());
    if (late && (remembered() || !task.purpose().works())) {
      return "may have been sent " + millis(age) + " ago; its manager may have given it up";
    }
    return "";
  }

  /**
   * Returns whether it cannot end before the message's deadline, by the recent times of its
   * handler. Compensators and callbacks have another deadline.
   */
  boolean isShortOfTime(long now) {
    return timeToEnd(now) > 0 && timeToEnd(now) < hosted.times.leastNanos();
  }

  /** Returns whether it may start, and would probably end after the message's deadline. */
  boolean isProbablyLate(long now) {
    return timeToEnd(now) < hosted.times.mostNanos() && lateness(now).isEmpty();
  }

  /** Returns the time in which it has to end; unlimited for compensators and callbacks. */
  long timeToEnd(long now) {
    boolean isWaitedFor = task.purpose() == Task.Purpose.PERFORM && !task.oneway();
    return isWaitedFor ? timeLeft(now) : Long.MAX_VALUE;
  }

  /** The time until the message's deadline. */
  private long timeLeft(long now) {
    return nanos(run.batch.timing().remaining()) - (now - arrival);
  }

  boolean overdue(long now) {
    return now - started >= nanos(task.timeToFinish());
  }

  /** Returns whether it has kept a borrowed thread so long that another thread must take over. */
  boolean keepsBorrowedThread(long now) {
    return lender != null && !handedOver && now - started >= BorrowedThread.HAND_OVER_NANOS;
  }

  /** Returns the reason why it must not continue at {@code now}; empty if it may. */
  String lateEnd(long now) {
    if (overdue(now)) {
      return "ran " + millis(now - started) + ", timeToFinish=" + task.timeToFinish();
    }
    boolean nobodyWaits = timeLeft(now) <= 0;
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

  /** Returns the parsed forms that it may take from earlier handlers and leave to later ones. */
  FormHandler.Forms forms() {
    TaskBatch batch = run.batch;
    boolean last = batch.tasks().size() == 1 && batch.prefetched().isEmpty();
    return run.forms.here(batch.envelope().length, last);
  }

  /** Returns the result of a task that did not end by itself. */
  HandlerResult ended(HandlerResult.Status status, String reason, long queueNanos, long runNanos) {
    return HandlerResult.of(
        task.index(), task.attempt(), status, reason, queueNanos, runNanos, Changes.NONE);
  }

  /**
   * Permits interrupts of the current thread until {@link #left()}.
   *
   * @return false if the task is already over, so that its handler must not start
   */
  synchronized boolean entered() {
    if (!over) {
      runner = Thread.currentThread();
    }
    return !over;
  }

  /**
   * Clears the current thread's interrupt, which was for this task only. The interrupt of a
   * request's thread is kept, because its container may have set it.
   */
  synchronized void left() {
    runner = null;
    if (over || !onCaller()) {
      Thread.interrupted();
    }
  }

  /** Returns the stack of its thread, if it has one. */
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
   * A task batch on the node, executed stage by stage if it has prefetched stages; guarded by the
   * engine's lock.
   */
  static final class BatchRun {
    /** How long a worker may be busy with one of its tasks before others take the rest. */
    private static final long APART_NANOS = 5_000_000;

    final Runnable done;

    /** The parsed messages that its handlers pass to each other. */
    final ParsedMessageCache forms;

    /** The call depth of its message. */
    final int depth;

    /** The batch of the current stage. */
    TaskBatch batch;

    /** The fingerprint of its message if a node forwarded or changed it; otherwise 0. */
    long on;

    /** The queued tasks of the current stage. */
    List<TaskRun> stage = List.of();

    /** The number of running tasks of the current stage. */
    int running;

    /** The time at which the latest of the running tasks started. */
    long begun;

    /** The number of stages that started after the first. */
    int stages;

    /** The time at which the current stage started here. */
    long since;

    /**
     * The tasks of the current stage while a speculative stage may follow here; otherwise empty.
     */
    List<TaskRun> speculating = List.of();

    /** Tasks that have ended and whose results are not sent yet. */
    List<TaskRun> ready = new ArrayList<>(4);

    /** The time since which the first of these results has waited. */
    long partialSince;

    /** Tasks whose results are still expected, including prefetched ones. */
    int unanswered;

    /** Tasks of this stage that have not ended; the envelope is held for them. */
    int open;

    /** Tasks of all stages that have not ended, or whose results are not sent. */
    int unsettled;

    /**
     * Creates the run of a received task batch.
     *
     * @param done runs when all its results are sent
     * @param capacity the quota for parsed messages that its handlers share
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
     * Returns whether its waiting tasks should be left to the worker that runs one of its tasks.
     * That worker's handler uses the parsed message, which only one handler can use at a time.
     */
    boolean isKeptTogether(long now) {
      return running > 0 && now - begun < APART_NANOS && forms.areWanted();
    }

    /** Returns its next task if a parsed form is waiting; otherwise null. */
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

    /** Returns the tasks of all prefetched stages. */
    List<Task> prefetched() {
      return batch.prefetched().stream().flatMap(List::stream).toList();
    }
  }
}
