package org.dharch.core.node;

import java.util.ArrayDeque;
import java.util.Comparator;
import org.dharch.api.DHHandler;
import org.dharch.core.message.RunTimes;
import org.dharch.core.spi.BorrowedThread;

/** One handler of a node and the tasks that wait for it; guarded by {@link StateLock}. */
final class HostedHandler {
  /** The number of hung threads after which the node no longer hosts the handler. */
  static final int MAX_HUNG = 16;

  private static final int WEIGHT = 32;

  final String name;
  final int concurrency;
  final DHHandler handler;
  final ArrayDeque<TaskRun> queue = new ArrayDeque<>();

  /** Calls that have not returned; hung ones keep their slots. */
  int active;

  /** Calls that ignored the interrupt and may never return. */
  int hung;

  /** The usual duration of a call: the longest recent one, decaying with each call. */
  private long usualNanos = 50 * BorrowedThread.QUICK_NANOS; // not known yet

  HostedHandler(String name, int concurrency, DHHandler handler) {
    this.name = name;
    this.concurrency = concurrency;
    this.handler = handler;
  }

  boolean isHung() {
    return hung >= Math.min(concurrency, MAX_HUNG);
  }

  String whyNotServed() {
    return "hung: " + hung + " calls of " + name + " ignore their interrupt";
  }

  /** The times of calls that performed. */
  final RunTimes times = new RunTimes();

  /** Records that a call took {@code nanos}, or has run for that long. */
  void took(long nanos) {
    usualNanos = Math.max(nanos, usualNanos - usualNanos / WEIGHT);
  }

  boolean isQuick() {
    return usualNanos < BorrowedThread.QUICK_NANOS;
  }

  boolean isLongerThan(HostedHandler other) {
    return usualNanos > other.usualNanos;
  }

  /**
   * Removes the task that is next: the oldest. If it would probably end after its deadline and
   * others wait, the one with the most time left: otherwise a node with too much work would only
   * start tasks that are too old to end in time.
   */
  TaskRun removeNext(long now) {
    TaskRun oldest = queue.peek();
    if (queue.size() > 1 && oldest.isProbablyLate(now)) {
      TaskRun best =
          queue.stream().max(Comparator.comparingLong(task -> task.timeToEnd(now))).orElseThrow();
      queue.remove(best);
      return best;
    }
    return queue.remove();
  }

  /** Returns whether a task may start and is not better left to the current worker of its batch. */
  boolean mayBeginNow(long now) {
    return active < concurrency && !queue.isEmpty() && !queue.peek().run.isKeptTogether(now);
  }

  /** Returns whether a task may start and is older than the next task of {@code other}, if any. */
  boolean mayBeginBefore(HostedHandler other) {
    return active < concurrency
        && !queue.isEmpty()
        && (other == null || queue.peek().sequence < other.queue.peek().sequence);
  }
}
