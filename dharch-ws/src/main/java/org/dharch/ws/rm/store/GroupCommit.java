package org.dharch.ws.rm.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.dharch.ws.jdbc.StoreException;

/**
 * What several threads bring at once is done together, by one of them: a commit costs the disk the
 * same for one transaction as for many. It has no thread of its own. Whoever finds nobody at work
 * takes up to {@value #MOST} of what waits, its own among them sooner or later; the others wait for
 * theirs. Nobody waits for others to come: alone, a transaction is committed at once.
 */
final class GroupCommit {
  static final int MOST = 64;

  /** One transaction of one thread. */
  static final class Job<T> {
    final RmStore.Work<T> work;
    private final Thread thread = Thread.currentThread();
    private T result;
    private RuntimeException failure;
    private volatile boolean isDone;

    private Job(RmStore.Work<T> work) {
      this.work = work;
    }

    /** Does the work; what comes of it counts if it is committed. */
    void in(RmTransaction transaction) {
      result = work.in(transaction);
    }

    void failed(RuntimeException e) {
      failure = e;
    }

    /** That it failed before does not count: it is done again. */
    void again() {
      failure = null;
    }

    private void done() {
      isDone = true;
      LockSupport.unpark(thread);
    }
  }

  private final Queue<Job<?>> waiting = new ConcurrentLinkedQueue<>(); // one a thread at most
  private final AtomicBoolean isAtWork = new AtomicBoolean();
  private final Consumer<List<Job<?>>> together;

  /**
   * @param together does all of them, each as if alone, and commits; to be called by one thread at
   *     a time
   */
  GroupCommit(Consumer<List<Job<?>>> together) {
    this.together = together;
  }

  /** Does it, together with others if there are others; throws what it failed with. */
  <T> T run(RmStore.Work<T> work) {
    Job<T> job = new Job<>(work);
    waiting.add(job);
    boolean isInterrupted = Thread.interrupted(); // it may be the one who does it for the others
    while (!job.isDone) {
      if (isAtWork.compareAndSet(false, true)) {
        try {
          lead();
        } finally {
          isAtWork.set(false);
          Job<?> next = waiting.peek();
          if (next != null) {
            LockSupport.unpark(next.thread);
          }
        }
      } else {
        LockSupport.park(this);
        isInterrupted |= Thread.interrupted(); // what is in the store by then is not known else
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    if (job.failure != null) {
      throw job.failure;
    }
    return job.result;
  }

  private void lead() {
    List<Job<?>> jobs = new ArrayList<>();
    for (Job<?> job = waiting.poll(); job != null; job = waiting.poll()) {
      jobs.add(job);
      if (jobs.size() == MOST) {
        break;
      }
    }
    try {
      together.accept(jobs);
    } catch (RuntimeException | Error e) {
      RuntimeException failure =
          e instanceof StoreException known
              ? known
              : new StoreException("the store failed: " + e, e);
      jobs.forEach(job -> job.failed(failure));
    } finally {
      jobs.forEach(Job::done);
    }
  }
}
