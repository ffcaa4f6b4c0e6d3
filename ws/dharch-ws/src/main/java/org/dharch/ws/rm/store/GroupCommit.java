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
 * Commits the transactions of several threads together. A caller that finds no worker becomes the
 * worker for up to {@value #MAX_BATCH} waiting transactions; the other callers wait. A single
 * transaction is committed immediately.
 */
final class GroupCommit {
  static final int MAX_BATCH = 64;

  static final class Job<T> {
    final RmStore.Work<T> work;
    private final Thread thread = Thread.currentThread();
    private T result;
    private RuntimeException failure;
    private volatile boolean isDone;

    private Job(RmStore.Work<T> work) {
      this.work = work;
    }

    /** The result is valid after the commit. */
    void run(RmTransaction transaction) {
      result = work.in(transaction);
    }

    void fail(RuntimeException e) {
      failure = e;
    }

    void reset() {
      failure = null;
    }

    private void finish() {
      isDone = true;
      LockSupport.unpark(thread);
    }
  }

  private final Queue<Job<?>> waiting = new ConcurrentLinkedQueue<>(); // one worker per lane
  private final AtomicBoolean isWorking = new AtomicBoolean();
  private final Consumer<List<Job<?>>> batchRunner;

  /**
   * @param batchRunner runs all jobs, isolating their failures, and commits; called by one thread
   *     at a time
   */
  GroupCommit(Consumer<List<Job<?>>> batchRunner) {
    this.batchRunner = batchRunner;
  }

  /** Throws the failure of {@code work}. */
  <T> T run(RmStore.Work<T> work) {
    Job<T> job = new Job<>(work);
    waiting.add(job);
    boolean isInterrupted = Thread.interrupted(); // must not disturb the other jobs
    while (!job.isDone) {
      if (isWorking.compareAndSet(false, true)) {
        try {
          runBatch();
        } finally {
          isWorking.set(false);
          Job<?> next = waiting.peek();
          if (next != null) {
            LockSupport.unpark(next.thread);
          }
        }
      } else {
        LockSupport.park(this);
        isInterrupted |= Thread.interrupted(); // the result must be known
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

  private void runBatch() {
    List<Job<?>> jobs = new ArrayList<>();
    for (Job<?> job = waiting.poll(); job != null; job = waiting.poll()) {
      jobs.add(job);
      if (jobs.size() == MAX_BATCH) {
        break;
      }
    }
    try {
      batchRunner.accept(jobs);
    } catch (RuntimeException | Error e) {
      RuntimeException failure =
          e instanceof StoreException storeException
              ? storeException
              : new StoreException("the store failed: " + e, e);
      jobs.forEach(job -> job.fail(failure));
    } finally {
      jobs.forEach(Job::finish);
    }
  }
}
