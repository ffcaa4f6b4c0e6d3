package org.dharch.core.node;

import java.util.ArrayDeque;
import org.dharch.api.DHHandler;
import org.dharch.core.spi.BorrowedThread;

/** One handler of a node and the tasks that wait for it; guarded by the engine's lock. */
final class HostedHandler {
  /** How many of its threads may hang before the node serves the handler no more. */
  static final int MAX_HUNG = 16;

  private static final int WEIGHT = 32;

  final String name;
  final int concurrency;
  final DHHandler handler;
  final ArrayDeque<TaskRun> queue = new ArrayDeque<>();

  /** Calls that have not come back, hung ones too: these keep their places. */
  int active;

  /** Calls that ignored the interrupt and may never come back. */
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

  /** A call took {@code nanos}, or has done so up to now. */
  void took(long nanos) {
    usualNanos = Math.max(nanos, usualNanos - usualNanos / WEIGHT);
  }

  boolean isQuick() {
    return usualNanos < BorrowedThread.QUICK_NANOS;
  }

  /** Whether a call usually takes longer than one of {@code other}. */
  boolean isLongerThan(HostedHandler other) {
    return usualNanos > other.usualNanos;
  }

  /** Whether a task may begin and is not rather left to another worker. */
  boolean mayBeginNow(long now) {
    return active < concurrency && !queue.isEmpty() && !queue.peek().run.isKeptTogether(now);
  }

  /** Whether a task of its may begin, and is older than the next one of {@code other}, if any. */
  boolean mayBeginBefore(HostedHandler other) {
    return active < concurrency
        && !queue.isEmpty()
        && (other == null || queue.peek().sequence < other.queue.peek().sequence);
  }
}
