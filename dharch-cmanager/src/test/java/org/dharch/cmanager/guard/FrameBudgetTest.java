package org.dharch.cmanager.guard;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Fault D: seven large frames that had only begun filled the manager's memory. */
class FrameBudgetTest {
  private static final int MIB = 1 << 20;
  private static final Duration LONG = Duration.ofHours(1);

  private static FrameBudget.Reservation place(FrameBudget budget, String node) {
    FrameBudget.Reservation place = budget.reserve();
    place.ofNode(new BrokerLogin.Node(node));
    return place;
  }

  private static CompletableFuture<Void> taking(FrameBudget.Reservation place, int bytes) {
    CompletableFuture<Void> taken = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                place.take(bytes);
                taken.complete(null);
              } catch (IOException e) {
                taken.completeExceptionally(new UncheckedIOException(e));
              }
            });
    thread.setDaemon(true);
    thread.start();
    return taken;
  }

  private static String failure(CompletableFuture<Void> taking) {
    CompletionException e = assertThrows(CompletionException.class, taking::join);
    return e.getCause().getCause().getMessage();
  }

  private static void assertWaits(CompletableFuture<Void> taking) {
    soon().during(Duration.ofMillis(100)).until(() -> !taking.isDone());
  }

  @Test
  void frameWaitsForBudget() throws Exception {
    FrameBudget budget = new FrameBudget(3 * MIB, LONG, LONG);
    FrameBudget.Reservation first = place(budget, "a");
    first.take(2 * MIB);
    place(budget, "b").take(FrameBudget.SMALL); // is not counted
    CompletableFuture<Void> second = taking(place(budget, "c"), 2 * MIB);
    assertWaits(second);
    assertEquals(2 * MIB, budget.usedBytes());
    first.leave();
    second.join();
    assertEquals(2 * MIB, budget.usedBytes());
  }

  @Test
  void nodeHasOneReservationAtATime() throws Exception {
    FrameBudget budget = new FrameBudget(100 * MIB, LONG, LONG);
    FrameBudget.Reservation first = place(budget, "a");
    first.take(MIB);
    CompletableFuture<Void> second = taking(place(budget, "a"), MIB);
    place(budget, "b").take(MIB);
    budget.reserve().take(MIB); // a manager's
    budget.reserve().take(MIB);
    assertWaits(second);
    first.leave();
    second.join();
  }

  @Test
  void frameLargerThanBudgetIsAdmittedAlone() throws Exception {
    FrameBudget budget = new FrameBudget(MIB, LONG, LONG);
    place(budget, "a").take(50 * MIB);
    assertWaits(taking(place(budget, "b"), MIB));
  }

  @Test
  void slowFrameIsClosedOnlyWhenAnotherWaits() throws Exception {
    FrameBudget budget = new FrameBudget(MIB, LONG, Duration.ofMillis(50));
    FrameBudget.Reservation slow = place(budget, "a");
    CompletableFuture<Void> closed = new CompletableFuture<>();
    slow.onTimeout(
        () -> {
          assertFalse(closed.isDone(), "it is closed once");
          closed.complete(null);
        });
    slow.take(MIB);
    CompletableFuture<Void> second = taking(place(budget, "b"), MIB);
    closed.join();
    assertWaits(second); // what it holds is not given back yet
    slow.close();
    second.join();
  }

  @Test
  void tooLongWaitFails() throws Exception {
    FrameBudget budget = new FrameBudget(MIB, Duration.ofMillis(50), LONG);
    place(budget, "a").take(MIB);
    assertEquals(
        "no memory for a frame of 2097152 bytes (1048576 of 1048576 in use)",
        failure(taking(place(budget, "b"), 2 * MIB)));
    assertEquals(MIB, budget.usedBytes());
  }

  @Test
  void closeEndsWait() throws Exception {
    FrameBudget budget = new FrameBudget(MIB, LONG, LONG);
    place(budget, "a").take(MIB);
    FrameBudget.Reservation waiting = place(budget, "b");
    CompletableFuture<Void> second = taking(waiting, MIB);
    assertWaits(second);
    waiting.close();
    failure(second);
  }
}
