package org.dharch.ws.rm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dharch.testing.Awaits;
import org.dharch.ws.jdbc.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupCommitTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> callers = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void stop() {
    threads.shutdown();
  }

  private Future<Integer> call(GroupCommit commit, int number) {
    return threads.submit(
        () -> {
          callers.add(Thread.currentThread());
          return commit.run(transaction -> number);
        });
  }

  private static void each(List<GroupCommit.Job<?>> jobs) {
    jobs.forEach(job -> job.run(null));
  }

  /** Whether so many threads wait for theirs. */
  private boolean wait(int count) {
    return callers.stream().filter(it -> it.getState() == Thread.State.WAITING).count() == count;
  }

  @Test
  void batchesTransactionsDuringCommit() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    GroupCommit commit =
        new GroupCommit(
            jobs -> {
              sizes.add(jobs.size());
              awaits(first);
              each(jobs);
            });
    List<Future<Integer>> results = new ArrayList<>();
    results.add(call(commit, 0));
    Awaits.soon().until(() -> sizes.size() == 1 && wait(1));
    for (int n = 1; n <= GroupCommit.MAX_BATCH + 3; n++) {
      results.add(call(commit, n));
    }
    Awaits.soon().until(() -> wait(GroupCommit.MAX_BATCH + 4));
    first.countDown();
    for (int n = 0; n < results.size(); n++) {
      assertEquals(n, results.get(n).get());
    }
    assertEquals(List.of(1, GroupCommit.MAX_BATCH, 3), sizes);
  }

  private static void awaits(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void commitsSingleTransactionImmediately() {
    GroupCommit commit = new GroupCommit(GroupCommitTest::each);
    assertEquals("done", commit.run(transaction -> "done"));
  }

  @Test
  void failureIsIsolated() {
    GroupCommit commit =
        new GroupCommit(jobs -> jobs.forEach(job -> job.fail(new IllegalStateException("its"))));
    IllegalStateException own =
        assertThrows(IllegalStateException.class, () -> commit.run(transaction -> 1));
    assertEquals("its", own.getMessage());
  }

  @Test
  void storeFailureFailsCurrentBatchOnly() {
    AtomicBoolean fails = new AtomicBoolean(true);
    GroupCommit commit =
        new GroupCommit(
            jobs -> {
              if (fails.get()) {
                throw new IllegalStateException("disk");
              }
              each(jobs);
            });
    StoreException failed = assertThrows(StoreException.class, () -> commit.run(transaction -> 1));
    assertEquals("the store failed: java.lang.IllegalStateException: disk", failed.getMessage());
    fails.set(false);
    assertEquals("done", commit.run(transaction -> "done"));
  }

  @Test
  void preservesInterrupt() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    GroupCommit commit =
        new GroupCommit(
            jobs -> {
              sizes.add(jobs.size());
              awaits(first);
              each(jobs);
            });
    Future<Integer> leader = call(commit, 0);
    Awaits.soon().until(() -> sizes.size() == 1);
    Future<Boolean> interrupted =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              commit.run(transaction -> 1);
              return Thread.interrupted();
            });
    first.countDown();
    assertEquals(0, leader.get());
    assertTrue(interrupted.get());
  }
}
