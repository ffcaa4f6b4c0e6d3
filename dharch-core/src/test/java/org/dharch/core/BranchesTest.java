package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** A stage of branches that run beside each other. */
class BranchesTest {
  private static final HandlerEntry BOOK =
      HandlerEntry.of("book").atomicity(Atomicity.ATOMIC).compensator("unbook");
  private static final HandlerEntry PAY =
      HandlerEntry.of("pay").atomicity(Atomicity.ATOMIC).compensator("repay");

  private Bench bench;

  private void begin(Sequence... branches) {
    begin(Stage.ofBranches(branches));
  }

  private void begin(org.dharch.core.orchestration.Construct stage) {
    bench = new Bench(Orchestration.of("o", stage, Stage.of("after")));
    bench.node("n", "a", "b", "c", "d", "book", "unbook", "pay", "repay", "sorry", "after");
    bench.accepted("m");
  }

  private static Sequence branch(String... handlers) {
    Stage[] stages = new Stage[handlers.length];
    for (int i = 0; i < stages.length; i++) {
      stages[i] = Stage.of(handlers[i]);
    }
    return Sequence.of(stages);
  }

  /** Its mark, as a header block and a property. */
  private static Changes mark(String handler) {
    return Changes.builder()
        .addHeader(("<" + handler + " xmlns=\"urn:m\"/>").getBytes(StandardCharsets.UTF_8))
        .property(handler, "x")
        .build();
  }

  private void performs(Bench.Sent sent, String handler) {
    bench.changed(sent, handler, mark(handler));
  }

  private Bench.Sent sent(String... handlers) {
    Bench.Sent sent = bench.batch();
    assertEquals(Set.of(handlers), sent.handlers());
    return sent;
  }

  private static String marks(byte[] envelope) {
    return Utf8.text(envelope)
        .replaceAll("<(\\w+) xmlns=\"urn:m\"/>", "[$1]")
        .replaceAll("(^|\\])[^\\[\\]]*", "$1")
        .replaceAll("[\\[\\]]", "");
  }

  @Test
  void eachSeesWhatItsOwnHasChangedAndTheMergeAll() {
    begin(branch("a", "b"), branch("c", "d"));
    Bench.Sent first = sent("a", "c");
    performs(first, "a");
    Bench.Sent toB = sent("b");
    assertEquals("a", marks(toB.batch().envelope()));
    performs(first, "c");
    Bench.Sent toD = sent("d");
    assertEquals("c", marks(toD.batch().envelope()));
    assertEquals(Optional.empty(), toD.batch().properties().get("a"));
    performs(toD, "d");
    assertEquals(List.of(), bench.batches(), "the other branch has not ended");
    performs(toB, "b");
    Bench.Sent after = sent("after");
    assertEquals("abcd", marks(after.batch().envelope()));
    bench.performed(after, "after");
    assertEquals("abcd", marks(bench.completed("m").envelope()));
    for (String name : List.of("a", "b", "c", "d")) {
      assertEquals("x", bench.completed("m").properties().text(name, ""));
    }
    assertTrue(bench.completed("m").headersChanged());
  }

  @Test
  void handlerNextToABranchIsABranch() {
    begin(branch("a", "b"), branch("c"));
    Bench.Sent first = sent("a", "c");
    performs(first, "c");
    performs(first, "a");
    performs(sent("b"), "b");
    assertEquals("abc", marks(sent("after").batch().envelope()));
  }

  @Test
  void whatIsTriedAgainGetsWhatItsBranchMade() {
    HandlerEntry again =
        HandlerEntry.of("b").retry(new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1)));
    begin(Sequence.of(Stage.of("a"), Stage.of(again)), branch("c"));
    Bench.Sent first = sent("a", "c");
    performs(first, "a");
    bench.failed(sent("b"), "b", "busy");
    performs(first, "c");
    bench.advance(Duration.ofMillis(5));
    assertEquals("a", marks(sent("b").batch().envelope()));
  }

  @Test
  void whatPerformedIsUndoneInReverseOrderAcrossBranches() {
    begin(Sequence.of(Stage.of(BOOK), Stage.of("b")), Sequence.of(Stage.of("c"), Stage.of(PAY)));
    Bench.Sent first = sent("book", "c");
    bench.performed(first, "book");
    Bench.Sent toB = sent("b");
    bench.performed(first, "c");
    bench.performed(sent("pay"), "pay");
    bench.failed(toB, "b", "full");
    bench.performed(sent("repay"), "repay");
    bench.performed(sent("unbook"), "unbook");
    assertEquals(new Fault(Fault.Code.HANDLER_FAILED, "b", "full"), bench.fault("m"));
  }

  @Test
  void whatHasNotHadItsTurnWhenAnotherFailsDoesNotBegin() {
    begin(branch("a", "b"), branch("c"));
    Bench.Sent first = sent("a", "c");
    bench.failed(first, "c", "full");
    assertEquals("c", bench.fault("m").handler());
    performs(first, "a");
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void oneThatNeedNotPerformIsLeftOutOfItsBranch() {
    begin(
        Sequence.of(Stage.of(HandlerEntry.of("a").mustPerform(false)), Stage.of("b")), branch("c"));
    Bench.Sent first = sent("a", "c");
    bench.failed(first, "a", "full");
    performs(sent("b"), "b");
    performs(first, "c");
    assertEquals("bc", marks(sent("after").batch().envelope()));
  }

  @Test
  void twoBranchesThatChangeTheSameConflict() {
    begin(branch("a", "b"), branch("c", "d"));
    Bench.Sent first = sent("a", "c");
    bench.changed(first, "a", Changes.builder().property("p", 1).build());
    bench.performed(sent("b"), "b");
    bench.changed(first, "c", Changes.builder().property("p", 2).build());
    bench.performed(sent("d"), "d");
    assertEquals(Fault.Code.CONFLICT, bench.fault("m").code());
    assertEquals("d", bench.fault("m").handler());
  }

  @Test
  void optionalBranchYields() {
    begin(
        branch("a", "b"),
        Sequence.of(
            Stage.of(HandlerEntry.of("c").mustPerform(false)),
            Stage.of(HandlerEntry.of("d").mustPerform(false))));
    Bench.Sent first = sent("a", "c");
    bench.changed(first, "a", Changes.builder().property("p", 1).build());
    bench.performed(sent("b"), "b");
    bench.changed(first, "c", Changes.builder().property("p", 2).build());
    bench.performed(sent("d"), "d");
    bench.performed(sent("after"), "after");
    assertEquals(1, bench.completed("m").properties().get("p").orElseThrow());
  }

  @Test
  void theFirstOfAStageInABranchIsEnough() {
    begin(
        Sequence.of(Stage.of("a"), Stage.firstOf(HandlerEntry.of("b"), HandlerEntry.of("c"))),
        branch("d"));
    Bench.Sent first = sent("a", "d");
    performs(first, "a");
    Bench.Sent race = sent("b", "c");
    bench.failed(race, "b", "full");
    performs(first, "d");
    performs(race, "c");
    assertEquals("acd", marks(sent("after").batch().envelope()));
  }

  @Test
  void aSequenceAroundThemCatchesTheirFaults() {
    begin(
        Sequence.of(Stage.ofBranches(Sequence.of(Stage.of(BOOK), Stage.of("b")), branch("c")))
            .onFault(OnFault.any(Stage.of("sorry"))));
    Bench.Sent first = sent("book", "c");
    performs(first, "book");
    Bench.Sent toB = sent("b");
    performs(first, "c");
    bench.failed(toB, "b", "full");
    bench.performed(sent("unbook"), "unbook");
    assertEquals("", marks(sent("sorry").batch().envelope()));
  }
}
