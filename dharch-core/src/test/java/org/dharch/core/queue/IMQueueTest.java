package org.dharch.core.queue;

import static org.dharch.core.WaitingMessage.id;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.api.MessageId;
import org.dharch.core.WaitingMessage;
import org.dharch.core.context.DHMContext;
import org.dharch.core.flow.Selection;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;
import org.junit.jupiter.api.Test;

/** Messages that wait for their turns, for their nodes, or for a request's slot. */
class IMQueueTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration AGEING = Duration.ofSeconds(20);

  private final Slots.Usage groups = new Slots.Usage();

  private static IMQueue firstCome(int bound) {
    return new IMQueue(bound, new Selection.FirstCome().policy(() -> 1));
  }

  /** Each share may have {@code part}, of slots and of places. */
  private static IMQueue parted(int bound, double part) {
    return new IMQueue(
        bound,
        new SelectionPolicy() {
          @Override
          public long handicapNanos(Waiting message) {
            return 0;
          }

          @Override
          public Duration ageing() {
            return AGEING;
          }

          @Override
          public double part(Waiting message, int all, long nowNanos) {
            return part;
          }
        });
  }

  private static DHMContext place(int number) {
    return WaitingMessage.place(number, "a", LIMIT, false);
  }

  private static DHMContext early(int number) {
    return WaitingMessage.place(number, "a", LIMIT, true);
  }

  private static IMQueue.Offer offer(IMQueue queue, DHMContext place) {
    return queue.offer(place, before -> true);
  }

  private List<MessageId> all(IMQueue queue) {
    List<MessageId> ids = new ArrayList<>();
    for (Optional<DHMContext> next = queue.poll(0, 1, groups);
        next.isPresent();
        next = queue.poll(0, 1, groups)) {
      ids.add(next.get().id());
    }
    return ids;
  }

  @Test
  void thoseOfOneNanosecondAreKeptApartAndInTheirOrder() {
    IMQueue queue = firstCome(10);
    for (int i = 0; i < 5; i++) {
      assertEquals(IMQueue.Offer.TAKEN, offer(queue, place(i)));
    }
    assertEquals(5, queue.size());
    assertEquals(List.of(id(0), id(1), id(2), id(3), id(4)), all(queue));
  }

  @Test
  void thoseThatMayWaitEquallyLongAreAllTakenOutWhenThatIsOver() {
    IMQueue queue = firstCome(10);
    for (int i = 0; i < 5; i++) {
      offer(queue, place(i));
    }
    assertEquals(LIMIT.toNanos(), queue.nextWake());
    assertEquals(List.of(), queue.expired(LIMIT.toNanos() - 1));
    assertEquals(5, queue.expired(LIMIT.toNanos()).size());
    assertEquals(0, queue.size());
    assertEquals(Long.MAX_VALUE, queue.nextWake());
  }

  @Test
  void thoseThatWaitForNodesTakePlacesToo() {
    IMQueue queue = firstCome(2);
    assertEquals(IMQueue.Offer.TAKEN, offer(queue, early(0)));
    assertEquals(IMQueue.Offer.TAKEN, offer(queue, place(1)));
    assertEquals(IMQueue.Offer.FULL, offer(queue, place(2)));
    assertEquals(IMQueue.Offer.FULL, offer(queue, early(3)));
    assertTrue(queue.isEarly(id(0)));
    assertFalse(queue.isEarly(id(1)), "it waits for its turn only");
    assertFalse(queue.isEarly(id(2)), "it is not here");
    assertEquals(2, queue.all().size());
  }

  @Test
  void ofAShareTheyTakeTheSharesPlaces() {
    IMQueue queue = parted(10, 2);
    offer(queue, early(0));
    offer(queue, place(1));
    assertEquals(IMQueue.Offer.GROUP_FULL, offer(queue, place(2)));
    assertEquals(
        IMQueue.Offer.TAKEN, offer(queue, WaitingMessage.place(3, "b", LIMIT, false)), "another's");
  }

  @Test
  void theyGetTheirTurnsWhenTheyAreServed() {
    IMQueue queue = firstCome(10);
    offer(queue, early(0));
    offer(queue, place(1));
    assertFalse(queue.enterServed(1, m -> false));
    assertEquals(List.of(id(1)), all(queue));
    assertTrue(queue.hasEarly());
    assertTrue(queue.enterServed(2, m -> true));
    assertFalse(queue.hasEarly());
    assertFalse(queue.isEarly(id(0)));
    assertEquals(List.of(id(0)), all(queue));
    offer(queue, early(4));
    assertEquals(List.of(id(4)), queue.pollEarly().stream().map(DHMContext::id).toList());
    assertFalse(queue.hasEarly());
  }

  @Test
  void whatAShareMayNotHaveYetIsPassedOverUntilItMay() {
    IMQueue queue = parted(10, 1);
    groups.taken("b", 0);
    groups.taken("a", 0);
    offer(queue, place(0));
    assertEquals(Optional.empty(), queue.poll(0, 2, groups));
    assertEquals(LIMIT.toNanos(), queue.nextWake(), "its slot must be freed first, or it is old");
    groups.freed("a", 1);
    assertTrue(queue.poll(1, 2, groups).isPresent());
  }

  @Test
  void whoMayHaveAllIsNotPassedOver() {
    IMQueue queue = parted(10, 2);
    groups.taken("a", 0);
    groups.taken("a", 0);
    offer(queue, place(0));
    assertTrue(queue.poll(0, 2, groups).isPresent());
  }

  @Test
  void afterItsTimeNothingIsPassedOver() {
    IMQueue queue = parted(10, 0.5);
    groups.taken("b", 0);
    groups.mayTakeAt("a", 0.5, 0);
    groups.taken("a", 0);
    groups.freed("a", TimeUnit.SECONDS.toNanos(4));
    long now = TimeUnit.SECONDS.toNanos(5);
    offer(queue, WaitingMessage.place(0, "a", Duration.ofMinutes(1), false));
    assertEquals(Optional.empty(), queue.poll(now, 2, groups));
    long may = queue.nextWake();
    assertTrue(now < may && may < AGEING.toNanos(), may + " ns");
    assertEquals(List.of(), queue.expired(may - 1));
    assertEquals(may, queue.nextWake());
    queue.expired(may);
    assertTrue(queue.nextWake() > may, "it has woken for that once");
    assertTrue(queue.poll(may, 2, groups).isPresent());
  }

  @Test
  void whatIsTakenOutIsNoWorkBeforeAnybody() {
    IMQueue queue = firstCome(10);
    offer(queue, place(0));
    assertEquals(Optional.of(id(0)), queue.find(id(0)).map(DHMContext::id));
    assertEquals(Optional.of(id(0)), queue.remove(id(0)).map(DHMContext::id));
    assertEquals(Optional.empty(), queue.find(id(0)));
    assertEquals(Optional.empty(), queue.remove(id(0)));
    assertEquals(0, queue.workBefore(Long.MAX_VALUE - 1));
  }

  /** Each of its methods leaves it to the other threads. */
  @Test
  void nothingKeepsItLocked() {
    IMQueue queue = firstCome(10);
    Map<String, Runnable> methods = new LinkedHashMap<>();
    methods.put("offer", () -> offer(queue, place(0)));
    methods.put("enterServed", () -> queue.enterServed(1, m -> true));
    methods.put("pollEarly", queue::pollEarly);
    methods.put("hasEarly", queue::hasEarly);
    methods.put("isEarly", () -> queue.isEarly(id(0)));
    methods.put("all", queue::all);
    methods.put("workBefore", () -> queue.workBefore(0));
    methods.put("poll", () -> queue.poll(0, 1, groups));
    methods.put("pollContinuing", () -> queue.pollContinuing(m -> true));
    methods.put("find", () -> queue.find(id(0)));
    methods.put("remove", () -> queue.remove(id(0)));
    methods.put("expired", () -> queue.expired(0));
    methods.put("drain", queue::drain);
    methods.put("nextWake", queue::nextWake);
    methods.put("size", queue::size);
    methods.forEach(
        (name, method) -> {
          method.run();
          CompletableFuture<Integer> other = CompletableFuture.supplyAsync(queue::size);
          assertDoesNotThrow(() -> other.get(10, TimeUnit.SECONDS), name);
        });
  }
}
