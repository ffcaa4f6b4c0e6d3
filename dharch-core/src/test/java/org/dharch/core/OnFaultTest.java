package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Fault.Code;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult.Status;
import org.junit.jupiter.api.Test;

/** A sequence that has something to go on with if one of its handlers fails. */
class OnFaultTest {
  private static final HandlerEntry BOOK =
      HandlerEntry.of("book").atomicity(Atomicity.ATOMIC).compensator("unbook");
  private static final HandlerEntry PAY =
      HandlerEntry.of("pay").atomicity(Atomicity.ATOMIC).compensator("repay");
  private static final Sequence TRIP =
      Sequence.of(Stage.of(BOOK), Stage.of(PAY), Stage.of("print"))
          .onFault(OnFault.any(Stage.of("sorry")));

  private Bench bench;

  private void begin(Orchestration orchestration) {
    bench = new Bench(orchestration);
    bench.node("n", "before", "book", "unbook", "pay", "repay", "print", "sorry", "other", "after");
    bench.accepted("m");
  }

  private void begin(Sequence sequence) {
    begin(Orchestration.of("o", Stage.of("before"), sequence, Stage.of("after")));
    performs("before");
  }

  /** The one handler whose turn it is performs, and leaves its mark. */
  private void performs(String handler) {
    Bench.Sent sent = bench.batch();
    assertEquals(Set.of(handler), sent.handlers());
    bench.changed(sent, handler, Changes.builder().property(handler, "x").build());
  }

  private void fails(String handler, Status how) {
    bench.reply(bench.batch(), handler, how, "full", Changes.NONE);
  }

  private String property(String name) {
    return bench.completed("m").properties().text(name, "");
  }

  @Test
  void effectsAreCompensatedInReverseOrderBeforeContinuing() {
    begin(TRIP);
    performs("book");
    performs("pay");
    fails("print", Status.FAILED);
    performs("repay");
    performs("unbook");
    Bench.Sent sorry = bench.batch();
    assertEquals(Set.of("sorry"), sorry.handlers());
    assertEquals("x", sorry.batch().properties().text("before", ""));
    assertEquals("", sorry.batch().properties().text("book", ""), "what it changed is taken back");
    assertEquals("HANDLER_FAILED", sorry.batch().properties().text("dharch.fault.code", ""));
    assertEquals("print", sorry.batch().properties().text("dharch.fault.handler", ""));
    assertEquals("full", sorry.batch().properties().text("dharch.fault.reason", ""));
    bench.performed(sorry, "sorry");
    performs("after");
    assertEquals("x", property("before") + property("book") + property("print"));
    assertEquals(1, bench.counter(Counter.CAUGHT));
    assertTrue(
        bench
            .completed("m")
            .timeline()
            .notes()
            .contains(
                "after stage 4 it continues with {sorry} because of HANDLER_FAILED in handler"
                    + " 'print': full"));
  }

  @Test
  void nothingOfItIsDoneIfNothingFails() {
    begin(TRIP);
    performs("book");
    performs("pay");
    performs("print");
    performs("after");
    assertEquals(
        "xxxx", property("book") + property("pay") + property("print") + property("after"));
    assertEquals("", property("dharch.fault.code"));
  }

  @Test
  void whatFailsBehindItHaltsAndUndoesAll() {
    begin(TRIP);
    performs("book");
    performs("pay");
    performs("print");
    fails("after", Status.FAILED);
    performs("repay");
    performs("unbook");
    assertEquals("after", bench.fault("m").handler());
  }

  @Test
  void aFaultOfAnotherKindIsNotCaught() {
    begin(
        Sequence.of(Stage.of(BOOK), Stage.of("print"))
            .onFault(new OnFault(Set.of(Code.HANDLER_TIMED_OUT), Sequence.of(Stage.of("sorry")))));
    performs("book");
    fails("print", Status.FAILED);
    performs("unbook");
    assertEquals(new Fault(Code.HANDLER_FAILED, "print", "full"), bench.fault("m"));
  }

  @Test
  void theFirstThatIsForItIsTakenOfTheInnermostSequence() {
    Sequence inner =
        Sequence.of(Stage.of(BOOK), Stage.of("print"))
            .onFault(new OnFault(Set.of(Code.TOO_LARGE), Sequence.of(Stage.of("sorry"))))
            .onFault(new OnFault(Set.of(Code.HANDLER_FAILED), Sequence.of(Stage.of("other"))))
            .onFault(OnFault.any(Stage.of("sorry")));
    begin(Sequence.of(Stage.of(PAY), inner).onFault(OnFault.any(Stage.of("sorry"))));
    performs("pay");
    performs("book");
    fails("print", Status.FAILED);
    performs("unbook");
    performs("other");
    performs("after");
    assertEquals("x", property("pay"), "the outer sequence has not failed");
  }

  @Test
  void laterFailureIsCaughtByOuterSequenceOrFailsMessage() {
    Sequence inner = Sequence.of(Stage.of(BOOK)).onFault(OnFault.any(Stage.of("other")));
    begin(Sequence.of(Stage.of(PAY), inner).onFault(OnFault.any(Stage.of("sorry"))));
    performs("pay");
    fails("book", Status.FAILED);
    fails("other", Status.FAILED);
    performs("repay");
    fails("sorry", Status.FAILED);
    assertEquals("sorry", bench.fault("m").handler());
  }

  @Test
  void theWholeOrchestrationMayCatch() {
    begin(
        new Orchestration(
            "o",
            Sequence.of(Stage.of("before")).onFault(OnFault.any(Stage.of("sorry"))),
            Optional.empty(),
            false,
            org.dharch.core.orchestration.CrashRecovery.NONE,
            Direct.AUTO));
    fails("before", Status.FAILED);
    performs("sorry");
    assertEquals("x", property("sorry"));
  }

  @Test
  void whatIsOnItsWayAndCanBeUndoneIsWaitedFor() {
    begin(
        Sequence.of(Stage.of(BOOK, HandlerEntry.of("print")))
            .onFault(OnFault.any(Stage.of("sorry"))));
    Bench.Sent both = bench.batch();
    bench.failed(both, "print", "full");
    assertEquals(List.of(), bench.batches());
    bench.performed(both, "book");
    performs("unbook");
    performs("sorry");
    performs("after");
  }

  @Test
  void ifSomethingCannotBeUndoneTheMessageHalts() {
    begin(TRIP);
    performs("book");
    fails("pay", Status.FAILED);
    for (int attempt = 0; attempt < 4; attempt++) {
      fails("unbook", Status.FAILED);
      bench.advance(Duration.ofSeconds(2));
    }
    assertEquals(new Fault(Code.HANDLER_FAILED, "pay", "full"), bench.fault("m"));
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void theDeadlineIsNotCaught() {
    begin(TRIP);
    performs("book");
    bench.batch();
    bench.advance(Duration.ofSeconds(31));
    assertFalse(bench.batches().stream().anyMatch(sent -> sent.handlers().contains("sorry")));
  }
}
