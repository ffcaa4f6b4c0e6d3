package org.dharch.core.spi;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.MessageId;

/**
 * A thread that is awake and that nodes of its own JVM may borrow while it brings them task
 * batches. Waking another thread takes tens of microseconds, often more than a handler takes, so a
 * node leaves the work here and this thread does it after it has delivered the batch. A {@link
 * Lender} defines the purpose, the duration, and how the thread is returned:
 *
 * <ul>
 *   <li>{@link Request}: a thread that would only wait for the end of its message;
 *   <li>{@link Transport}: a thread that receives task batches;
 *   <li>{@link Worker}: a node's own thread, while it sends a reply.
 * </ul>
 *
 * <p>No work is left here while a task runs, because it would have to wait. Loans may be nested,
 * such as when a handler sends a message itself: only the inner loan counts until it ends. A node
 * accounts for work on a borrowed thread as a worker's: it occupies an idle worker's slot until the
 * thread is returned or given up. A loan belongs to its thread and needs no lock, no wake-up and no
 * volatile write.
 *
 * <p>Two similar cases are not loans: an idle worker that receives a task from another thread, and
 * a request that waits for its end. Both only stay awake for the time of a {@link SpinBudget}. The
 * manager's agents run on the thread that signals them, at most 64 rounds or 5 ms on a foreign
 * thread (docs/adr/0002).
 */
public final class BorrowedThread {
  /** The bound for a quick handler: waking another thread takes longer. */
  public static final long QUICK_NANOS = 20_000;

  /** The longest time that a transport's thread runs quick tasks. */
  public static final long LOAN_NANOS = 1_000_000;

  /** A handler that runs for longer may keep the thread, so the thread's duties are handed over. */
  public static final long HAND_OVER_NANOS = 5_000_000;

  private static final ThreadLocal<BorrowedThread> CURRENT = new ThreadLocal<>();

  private final Lender lender;
  private Runnable left;
  private boolean running;

  private BorrowedThread(Lender lender) {
    this.lender = lender;
  }

  /** Lends a thread for one purpose. */
  public sealed interface Lender {
    /** Whether {@code node} may run tasks of {@code message} from this task batch here. */
    boolean lendsTo(NodeChannel.Listener node, MessageId message);

    /** Whether it may do so for several task batches in parallel. */
    default boolean lendsForSeveral() {
      return false;
    }

    /**
     * Hands this thread's remaining duties to another thread. Called by a third thread, soon after
     * a handler has stayed for {@link #HAND_OVER_NANOS}. The borrowed thread returns when the
     * handler ends, if ever.
     */
    default void handOver() {}
  }

  /**
   * The thread of a request, for the handlers of its own message: one at a time, of a stage the one
   * that usually takes longest, while workers execute the others; then those of the next stage.
   * They are interrupted at the message's deadline; one that ignores that keeps the thread,
   * independent of its message (docs/adr/0008).
   */
  public record Request(MessageId message) implements Lender {
    @Override
    public boolean lendsTo(NodeChannel.Listener node, MessageId other) {
      return message.equals(other);
    }
  }

  /**
   * The thread by which a transport delivers task batches to {@code node}, for handlers that have
   * lately been quick ({@link #QUICK_NANOS}), in sequence for {@link #LOAN_NANOS}. Workers execute
   * the rest, and everything if the node ticks before the end of the delivery.
   *
   * @param successor continues this thread's other duties on another thread
   */
  public record Transport(NodeChannel.Listener node, Runnable successor) implements Lender {
    @Override
    public boolean lendsTo(NodeChannel.Listener other, MessageId message) {
      return node == other;
    }

    @Override
    public boolean lendsForSeveral() {
      return true;
    }

    @Override
    public void handOver() {
      successor.run();
    }
  }

  /**
   * A worker of {@code node} while it sends a reply, for the first task batch that results from it:
   * with a manager in the same JVM, the message's next one. It is the worker's next task anyway, so
   * there are no duties to hand over.
   */
  public record Worker(NodeChannel.Listener node) implements Lender {
    @Override
    public boolean lendsTo(NodeChannel.Listener other, MessageId message) {
      return node == other;
    }
  }

  /** The work of a lent thread: it delivers task batches to nodes. */
  @FunctionalInterface
  public interface Bringing<T, E extends Exception> {
    T bring() throws E;
  }

  /**
   * Lends the current thread while {@code bringing} runs, then executes the tasks that were left,
   * also after a failure; returns the result.
   */
  public static <T, E extends Exception> T lend(Lender lender, Bringing<T, E> bringing) throws E {
    BorrowedThread outer = CURRENT.get();
    BorrowedThread borrowed = new BorrowedThread(lender);
    CURRENT.set(borrowed);
    try {
      return bringing.bring();
    } finally {
      borrowed.runAndEnd(outer);
    }
  }

  /** For nodes: the current thread, if {@code node} may leave the tasks of this batch to it. */
  public static Optional<BorrowedThread> forTaskBatch(
      NodeChannel.Listener node, MessageId message) {
    BorrowedThread borrowed = CURRENT.get();
    boolean free =
        borrowed != null
            && !borrowed.running
            && (borrowed.left == null || borrowed.lender.lendsForSeveral())
            && borrowed.lender.lendsTo(node, message);
    return free ? Optional.of(borrowed) : Optional.empty();
  }

  /** For nodes: the lender. */
  public Lender lender() {
    return lender;
  }

  /** For nodes: leaves {@code tasks} to this thread, replacing earlier ones. */
  public void leave(Runnable tasks) {
    left = tasks;
  }

  /** For left tasks: sends a reply; tasks that result from it may be left here in turn. */
  public void reopen(Runnable replying) {
    running = false;
    replying.run();
    running = true;
  }

  private void runAndEnd(BorrowedThread outer) {
    try {
      run();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  private void run() {
    while (left != null) {
      Runnable tasks = left;
      left = null;
      running = true;
      tasks.run();
      running = false;
    }
  }

  /**
   * The time that a waiting thread may stay awake. Parking and waking a thread takes tens of
   * microseconds, so spinning pays while the awaited event usually arrives within the budget. On
   * one core, or when events arrive more slowly, it does not. The caller ensures that one thread at
   * a time spins. Safe for any thread.
   */
  public static final class SpinBudget {
    private static final int WEIGHT = 8;
    private static final boolean SEVERAL_CORES = Runtime.getRuntime().availableProcessors() > 1;

    private final long nanos;
    private final AtomicLong usual;

    /**
     * Creates a budget of {@code nanos}; it counts as too small until {@link #arrived} shows
     * otherwise.
     */
    public SpinBudget(long nanos) {
      this.nanos = nanos;
      this.usual = new AtomicLong(2 * nanos);
    }

    /** Whether the awaited event usually arrives within the budget. */
    public boolean isEnough() {
      return SEVERAL_CORES && usual.get() <= nanos;
    }

    /** Whether there is some left for a wait that began at {@code since}, by the system's clock. */
    public boolean lasts(long since) {
      return System.nanoTime() - since < nanos;
    }

    /**
     * Records that the awaited event arrived now, after a wait that began, or could have begun, at
     * {@code since}.
     */
    public void arrived(long since) {
      long took = Math.min(WEIGHT * nanos, Math.max(0, System.nanoTime() - since));
      usual.updateAndGet(usually -> usually + (took - usually) / WEIGHT);
    }
  }
}
