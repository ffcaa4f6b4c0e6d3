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
 * Commits the transactions of several threads together, because a commit has the same disk cost for
 * one as for many. Has no thread of its own: a caller that finds no worker becomes the worker for
 * up to {@value #MOST} waiting transactions. The other callers wait. No caller waits for further
 * ones, so a single transaction is committed immediately.
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

    /** Runs the work; its result is valid after the commit. */
    void in(RmTransaction transaction) {
      result = work.in(transaction);
    }

    void failed(RuntimeException e) {
      failure = e;
    }

    /** Resets a failure before a retry. */
    void again() {
      failure = null;
    }

    private void done() {
      isDone = true;
      LockSupport.unpark(thread);
    }
  }

  private final Queue<Job<?>> waiting = new ConcurrentLinkedQueue<>(); // one worker per lane
  private final AtomicBoolean isAtWork = new AtomicBoolean();
  private final Consumer<List<Job<?>>> together;

  /**
   * @param together runs all jobs, isolating their failures, and commits; called by one thread at a
   *     time
   */
  GroupCommit(Consumer<List<Job<?>>> together) {
    this.together = together;
  }

  /** Runs the work, possibly together with others; throws its failure. */
  <T> T run(RmStore.Work<T> work) {
    Job<T> job = new Job<>(work);
    waiting.add(job);
    boolean isInterrupted = Thread.interrupted(); // it may become the worker for the others
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
        isInterrupted |=
            Thread.interrupted(); // otherwise the caller could not know the state of the store
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
