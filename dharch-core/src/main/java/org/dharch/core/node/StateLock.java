package org.dharch.core.node;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.dharch.core.spi.Ticker;

/** Guards a node's state by a lock, and wakes the timer and threads that wait for a change. */
final class StateLock {
  private final Ticker ticker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final NodeState state; // this and the fields below: guarded by lock
  private Runnable awake = () -> {};
  private boolean rests;
  private long receivedAt;

  StateLock(NodeState state, Ticker ticker) {
    this.state = state;
    this.ticker = ticker;
    this.receivedAt = ticker.nanos();
  }

  /** {@code value} runs when the timer must step before the {@linkplain #pause pause} is over. */
  void timer(Runnable value) {
    lock.lock();
    try {
      awake = value;
    } finally {
      lock.unlock();
    }
  }

  /** The time until the next step of the timer, in nanoseconds. */
  long pause(boolean isReady) {
    return decide(
        s -> {
          long now = ticker.nanos();
          rests = isReady && s.isIdle() && now - receivedAt >= NodeTimer.CALM_NANOS;
          return rests
              ? Math.max(1, Math.min(s.untilHeartbeat(), NodeTimer.REST_NANOS))
              : NodeTimer.STEP_NANOS;
        });
  }

  /** Notes that a task batch was received; only within a decision. */
  void received() {
    receivedAt = ticker.nanos();
  }

  <T> T decide(Function<NodeState, T> decision) {
    lock.lock();
    try {
      T result = decision.apply(state);
      changed.signalAll();
      return result;
    } finally {
      lock.unlock();
    }
  }

  void update(Consumer<NodeState> decision) {
    decide(
        s -> {
          decision.accept(s);
          return null;
        });
  }

  /** Decides, and has {@code executor} carry out the effects after the lock is released. */
  <T> T act(
      NodeEffects.Executor executor,
      boolean mayWait,
      BiFunction<NodeState, NodeEffects, T> decision) {
    NodeEffects effects = new NodeEffects();
    T result;
    Runnable wake = null;
    lock.lock();
    try {
      result = decision.apply(state, effects);
      changed.signalAll();
      if (rests && !state.isIdle()) {
        rests = false;
        wake = awake;
      }
    } finally {
      lock.unlock();
    }
    effects.carryOut(executor, mayWait);
    if (wake != null) {
      wake.run();
    }
    return result;
  }

  /** Decides without a result, and has {@code executor} carry out the effects. */
  void change(
      NodeEffects.Executor executor, boolean mayWait, BiConsumer<NodeState, NodeEffects> decision) {
    act(
        executor,
        mayWait,
        (s, effects) -> {
          decision.accept(s, effects);
          return null;
        });
  }

  /** Waits until {@code condition} holds; false if {@code limit} was over first. */
  boolean await(Predicate<NodeState> condition, Duration limit) throws InterruptedException {
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
}
