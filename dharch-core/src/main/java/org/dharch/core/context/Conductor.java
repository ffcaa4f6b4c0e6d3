package org.dharch.core.context;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The manager's event loop: runs the agents, one thread at a time. A thread that brings an event
 * (an admission, a reply) and finds the loop free runs the agents itself. So a message needs no
 * hand-off between threads inside the manager. A thread that finds the loop taken increments a
 * counter and returns, and the running thread makes another round. No thread waits, no thread
 * polls, and no wake-up is lost:
 *
 * <p>{@code missed} counts the signals. The loop is free exactly when it is 0. A signal increments
 * it and, if it was 0, takes the loop. The running thread reads it, runs the agents until they are
 * idle, and subtracts the value that it read. An agent that found work counts as one more signal.
 * Only if that leaves 0 is the loop free again, and then no signal has arrived since the reading.
 * Therefore every event that precedes a signal is seen by an agent's run that starts after the
 * signal.
 *
 * <p>A guest thread (a container's, a transport's) makes a few rounds, for a few milliseconds at
 * most. Then it leaves the loop, still taken, to the conductor's own thread, which otherwise sleeps
 * until the next deadline. A transport's thread cannot receive while it runs the loop. See
 * docs/adr/0002.
 */
public final class Conductor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "event loop");
  private static final LoggedError AGENT = new LoggedError(LOG, "{}");
  private static final int GUEST_ROUNDS = 64;
  private static final long GUEST_NANOS = 5_000_000L;
  private static final long LONGEST_SLEEP_NANOS = 1_000_000_000L;
  private static final long PAUSE_NANOS = 10_000_000L;

  private final List<Agent> agents;
  private final Ticker ticker;
  private final Counters counters;
  private final AtomicInteger missed = new AtomicInteger();
  private final Thread thread;
  private volatile boolean handedOver;
  private volatile boolean closed;
  private volatile long nextWake = Long.MAX_VALUE;
  private volatile long sleepsUntil = Long.MIN_VALUE;

  public Conductor(String name, List<Agent> agents, Ticker ticker, Counters counters) {
    this.agents = List.copyOf(agents);
    this.ticker = ticker;
    this.counters = counters;
    this.thread = new Thread(this::run, "dharch-conductor-" + name);
    thread.setDaemon(true);
  }

  /** Starts the thread that wakes at deadlines. Without it, only signals run the agents. */
  public void start() {
    thread.start();
  }

  /**
   * Runs the agents. If another thread runs the event loop, that thread makes another round
   * instead.
   */
  public void signal() {
    if (missed.getAndIncrement() == 0) {
      runEventLoop();
    }
  }

  /** The time at which the agents must run next if no signal arrives. */
  public long nextWake() {
    return nextWake;
  }

  /**
   * Runs the event loop. If it ends with an exception, such as an OutOfMemoryError, the conductor's
   * own thread continues it.
   */
  private void runEventLoop() {
    boolean ended = false;
    try {
      goRound();
      ended = true;
    } finally {
      if (!ended) {
        leaveEventLoop();
      }
    }
  }

  private void leaveEventLoop() {
    handedOver = true;
    LockSupport.unpark(thread);
  }

  private void goRound() {
    boolean guest = Thread.currentThread() != thread;
    long until = guest ? ticker.nanos() + GUEST_NANOS : 0;
    int rounds = 0;
    int seen;
    do {
      seen = missed.get();
      boolean more = runAgents();
      if (more) {
        missed.incrementAndGet();
      }
      rounds++;
      boolean leaves = guest && (rounds >= GUEST_ROUNDS || ticker.nanos() - until >= 0);
      if (leaves && thread.isAlive() && missed.get() != seen) {
        leaveEventLoop();
        return;
      }
    } while (missed.addAndGet(-seen) != 0);
  }

  /** Runs each agent once; returns whether any of them found work. */
  private boolean runAgents() {
    int work = 0;
    for (Agent agent : agents) {
      try {
        work += agent.doWork();
      } catch (RuntimeException | Error e) {
        counters.count(Counter.ERRORS);
        AGENT.log(agent.getClass(), e);
      }
    }
    if (work > 0) {
      return true;
    }
    long next = Long.MAX_VALUE;
    for (Agent agent : agents) {
      next = Math.min(next, agent.nextWake());
    }
    nextWake = next;
    if (next < sleepsUntil) {
      LockSupport.unpark(thread);
    }
    return false;
  }

  private void run() {
    while (!closed) {
      try {
        sleepOrSignal();
      } catch (RuntimeException | Error e) { // the manager depends on this thread
        SURVIVED.log(e);
        LockSupport.parkNanos(this, PAUSE_NANOS); // limits the log lines of repeated failures
      }
    }
  }

  private void sleepOrSignal() {
    if (handedOver) {
      handedOver = false;
      runEventLoop();
      return;
    }
    long now = ticker.nanos();
    if (nextWake <= now) {
      signal();
      return;
    }
    sleepsUntil = Math.min(nextWake, now + LONGEST_SLEEP_NANOS);
    if (nextWake >= sleepsUntil && !handedOver) {
      LockSupport.parkNanos(this, Math.min(sleepsUntil - now, LONGEST_SLEEP_NANOS));
    }
    sleepsUntil = Long.MIN_VALUE;
  }

  /** Ends the thread, which then no longer runs the agents. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  /**
   * A unit of repeated work, independent of the thread that runs it: {@link Conductor} in
   * production, the test's thread in tests. Never blocks.
   */
  public interface Agent {
    /** Does the available work, up to a bound; returns 0 if there was none. */
    int doWork();

    /** Returns the time of the next work if no signal arrives before. */
    default long nextWake() {
      return Long.MAX_VALUE;
    }
  }
}
