package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.Selection;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

/** Slots that are shared out among clients, in a whole manager on a test bench. */
class FairQueueingTest {
  private static final Duration LONG = Duration.ofSeconds(25);
  private static final Duration REMEMBERED = Duration.ofSeconds(10);

  /** Six slots; a message that has waited for {@code ageing} may have any. */
  private static Bench bench(Duration ageing) {
    return bench(ageing, 100);
  }

  private static Bench bench(Duration ageing, int places) {
    return bench(6, ageing, places);
  }

  private static Bench bench(int slots, Duration ageing, int places) {
    FlowControl shared =
        FlowControl.DEFAULT
            .concurrencyLimit(ConcurrencyLimitSetting.fixed(slots))
            .queueBound(places)
            .selection(
                new Selection.Fair(ageing, new Selection.GroupBy.Client(), Map.of("gold", 2.0)));
    DHManagerConfig patient = DHManagerConfig.DEFAULT.nodeSilence(Duration.ofDays(1));
    Bench bench = new Bench(patient.flow(shared), Orchestration.of("one", Stage.of("A")));
    bench.node("n", "A");
    return bench;
  }

  private static void send(Bench bench, String client, int messages) {
    for (int i = 0; i < messages; i++) {
      Submission message = Submission.of(Direction.IN, "Service", Bench.ENVELOPE).client(client);
      String name = client + bench.manager.status().inFlight();
      assertInstanceOf(Admission.Accepted.class, bench.manager.admit(bench.gateway, name, message));
    }
  }

  private static void assertExecuting(int executing, int waiting, Bench bench) {
    assertEquals(executing, ManagerProbe.of(bench.manager).slotsHeld());
    assertEquals(waiting, bench.manager.status().waiting());
  }

  @Test
  void whoIsAloneHasAllSlots() {
    Bench bench = bench(LONG);
    send(bench, "flood", 8);
    assertExecuting(6, 2, bench);
  }

  @Test
  void whereOthersAreEachHasHisPartOfTheSlotsWhetherTheyUseTheirsOrNot() {
    Bench bench = bench(LONG);
    send(bench, "a", 1);
    send(bench, "flood", 8);
    assertExecuting(1 + 3, 5, bench); // three for each of the two
    send(bench, "gold", 4);
    assertExecuting(1 + 3 + 2, 5 + 2, bench); // six slots are all there are
    List<Bench.Sent> begun = bench.batches();
    bench.performed(begun.get(0), "A"); // a's
    assertExecuting(3 + 3, 5 + 1, bench); // gold has twice a part
    bench.performed(begun.get(1), "A"); // one of the flood's; a's two slots stay his
    assertExecuting(2 + 3, 5 + 1, bench);
    assertEquals(0, bench.counter(Counter.ERRORS));
  }

  @Test
  void aPartOfASlotIsASlotForThatPartOfTheTime() {
    Bench bench = bench(2, LONG, 100);
    for (String client : List.of("b", "c")) {
      send(bench, client, 1);
      bench.performed(bench.batch(), "A");
    }
    send(bench, "a", 1);
    final Bench.Sent others = bench.batch();
    send(bench, "flood", 4); // four shares, of half a slot each
    assertExecuting(1 + 1, 3, bench);
    bench.advance(Duration.ofSeconds(3));
    bench.performed(bench.batch(), "A");
    assertExecuting(1, 3, bench); // three seconds for the three, less one that everybody has saved
    bench.advance(Duration.ofMillis(1999));
    assertExecuting(1, 3, bench);
    bench.advance(Duration.ofMillis(1));
    assertExecuting(1 + 1, 2, bench);
    bench.advance(Duration.ofSeconds(1));
    bench.performed(bench.batch(), "A");
    assertExecuting(1, 2, bench);
    bench.performed(others, "A");
    assertExecuting(1, 1, bench); // nobody else has anything to do
    assertEquals(0, bench.counter(Counter.ERRORS));
  }

  @Test
  void clientIdleForTenSecondsReservesNoSlots() {
    Bench bench = bench(LONG);
    send(bench, "a", 1);
    bench.performed(bench.batch(), "A");
    send(bench, "flood", 8);
    assertExecuting(3, 5, bench);
    bench.advance(REMEMBERED.minusMillis(1));
    assertExecuting(3, 5, bench);
    bench.advance(Duration.ofMillis(1));
    assertExecuting(6, 2, bench);
  }

  @Test
  void whoHasWaitedForTheAgeingIsPassedOverNoLonger() {
    Bench bench = bench(Duration.ofSeconds(2));
    send(bench, "a", 1);
    send(bench, "flood", 8);
    assertExecuting(4, 5, bench);
    bench.clock.advance(Duration.ofSeconds(1));
    send(bench, "flood", 1);
    assertExecuting(4, 6, bench);
    bench.advance(Duration.ofSeconds(1)); // nothing else happens then
    assertExecuting(6, 4, bench);
  }

  @Test
  void noClientTakesAllWaitingPlacesOfOthers() {
    Bench bench = bench(LONG, 8);
    send(bench, "flood", 6 + 2);
    send(bench, "a", 1);
    send(bench, "flood", 2);
    assertExecuting(6, 5, bench); // of the eight places four are the flood's
    Submission more = Submission.of(Direction.IN, "Service", Bench.ENVELOPE).client("flood");
    Admission.Busy busy =
        assertInstanceOf(
            Admission.Busy.class, bench.manager.admit(bench.gateway, "too much", more));
    assertEquals("all slots of the message's class are in use", busy.reason());
    send(bench, "a", 3);
    assertExecuting(6, 8, bench);
  }
}
