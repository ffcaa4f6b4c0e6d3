package org.dharch.core.node;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class SpinHandoffTest {

  @Test
  void noWorkerSpinsAtFirst() {
    assertFalse(new ThreadWorkers.SpinHandoff<String>().hand("task"));
  }

  @Test
  void whatIsHandedOverIsTakenByExactlyOneAndNothingIsLost() throws Exception {
    int tasks = 200_000;
    ThreadWorkers.SpinHandoff<Integer> lookout = new ThreadWorkers.SpinHandoff<>();
    ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    AtomicIntegerArray taken = new AtomicIntegerArray(tasks + 1); // and those that are not counted
    AtomicBoolean seen = new AtomicBoolean();
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> workers = new ArrayList<>();
    for (int w = 0; w < 3; w++) {
      Thread worker =
          new Thread(
              () -> {
                while (!over.get()) {
                  Optional<Integer> handed = lookout.look();
                  seen.compareAndSet(false, handed.isPresent());
                  handed
                      .or(() -> Optional.ofNullable(queue.poll()))
                      .ifPresent(taken::incrementAndGet);
                }
              });
      worker.start();
      workers.add(worker);
    }
    for (int task = 0; task < tasks; task++) {
      if (!lookout.hand(task)) {
        queue.add(task);
      }
    }
    int last = tasks - 1;
    await().until(() -> taken.get(last) > 0 && queue.isEmpty());
    await("with tasks coming this quickly somebody is handed one")
        .until(
            () ->
                seen.get()
                    || Runtime.getRuntime().availableProcessors() == 1
                    || quickly(lookout, queue, tasks));
    over.set(true);
    for (Thread worker : workers) {
      worker.join();
    }
    for (int task = 0; task < tasks; task++) {
      assertEquals(1, taken.get(task), "task " + task);
    }
  }

  /**
   * Brings the same task many times; false, for it is the worker who says that he was handed it.
   */
  private static boolean quickly(
      ThreadWorkers.SpinHandoff<Integer> lookout, Queue<Integer> queue, int task) {
    for (int i = 0; i < 10_000; i++) {
      if (!lookout.hand(task)) {
        queue.add(task);
      }
    }
    return false;
  }
}
