package org.dharch.ws.rm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A sequence at its source, one event after another. */
class SourceSequenceTest {
  private static final Terms RM_1_1 = HandTerms.of(RmVersion.RM_1_1, "there", "", true);
  private static final Terms RM_1_0 = HandTerms.of(RmVersion.RM_1_0, "there", "", true);
  private static final Terms BACK_CHANNEL = HandTerms.of(RmVersion.RM_1_1, "", "", true);

  private static RmAction transmit(long number) {
    return new RmAction.Transmit(number, false, false, false);
  }

  private static RmAction now(long number) {
    return new RmAction.SendNow(number, false, false);
  }

  private static RmAction again(long number) {
    return new RmAction.SendNow(number, false, true);
  }

  private static RmEvent.AtSource fault(Refusal.Kind kind) {
    return new RmEvent.Faulted(new Refusal(kind, "because"));
  }

  private static void within(long least, long most, long is) {
    assertTrue(is >= least && is <= most, is + ", and not " + least + " to " + most);
  }

  // ---- creation

  @Test
  void repeatsCreateUntilCreated() {
    HandSource source = HandSource.creating(RM_1_1);
    within(2_700, 3_300, source.pause());
    assertEquals(List.of(new RmAction.RequestSequence()), source.later(3_300));
    within(5_000, 6_600, source.pause());
    source.created();
    assertEquals(SourceState.CREATED, source.state());
    assertEquals(List.of(), source.later(60_000));
    assertEquals(List.of(), source.created()); // doubled
    source.on(new RmEvent.Created(new SequenceId("urn:a:2"), 1, false));
    assertEquals(Optional.of(HandSource.ID), source.sequence.id());
  }

  @Test
  void failsAfterCreateTimeout() {
    HandSource source = HandSource.creating(RM_1_1);
    source.send("a");
    source.later(60_000);
    assertEquals(SourceState.FAILED, source.state());
    assertEquals("the sequence was not created in time", source.sequence.reason());
    source.send("a");
    assertEquals(Optional.of(Refusal.Kind.SEQUENCE_TERMINATED), source.fault());
    HandSource empty = HandSource.creating(RM_1_1);
    empty.later(60_000);
    assertEquals(SourceState.TERMINATED, empty.state());
  }

  @Test
  void refusalFailsNumberedMessages() {
    HandSource source = HandSource.creating(RM_1_1);
    source.send("a");
    assertEquals(
        List.of(new RmAction.Lost(Ranges.of(1, 1), "the sink refused the sequence: no")),
        source.on(new RmEvent.CreateRefused("no")));
    assertEquals(SourceState.FAILED, source.state());
  }

  @Test
  void queuesMessagesUntilCreated() {
    HandSource source = HandSource.creating(RM_1_1);
    assertEquals(List.of(new RmAction.Defer(20)), source.send("a"));
    assertEquals(List.of(new RmAction.Defer(20)), source.send("b"));
    assertEquals(List.of(new RmAction.Defer(20)), source.send("a"));
    assertEquals("1:QUEUED 2:QUEUED", source.held.states());
    source.acknowledge("1");
    assertEquals(Optional.of(Refusal.Kind.INVALID_ACKNOWLEDGEMENT), source.fault());
    source.created();
    assertEquals(List.of(again(2)), source.send("b"));
    assertEquals("1:QUEUED 2:SENT", source.held.states());
    source.acknowledge("1-2");
    assertEquals(Optional.of(Refusal.Kind.INVALID_ACKNOWLEDGEMENT), source.fault());
    assertEquals(List.of(transmit(1)), source.later(2_000)); // it has not come back by itself
    assertEquals(List.of(again(1)), source.send("a"));
  }

  @Test
  void queuedMessagesMayBeRepeatedBeforeSending() {
    HandSource source = HandSource.creating(RM_1_1);
    source.send("a");
    source.later(17_000);
    source.created();
    assertEquals(List.of(), source.later(1_500));
    assertEquals("1:QUEUED", source.held.states());
    assertEquals(List.of(transmit(1)), source.later(500));
  }

  private static HandSource offering() {
    HandSource source =
        new HandSource(RM_1_1.withOffered("urn:a:offer"), SourceSettings.DEFAULT, false);
    source.on(new RmEvent.Open(Optional.empty(), RmMessage.NEVER));
    source.send("a");
    return source;
  }

  private static RmEvent.AtSource created(String id, boolean accepts) {
    return new RmEvent.Created(new SequenceId(id), RmMessage.NEVER, accepts);
  }

  @Test
  void reportsAcceptedOffer() {
    HandSource source = offering();
    assertEquals(List.of(new RmAction.OfferAnswered(true)), source.on(created("urn:a:1", true)));
    assertEquals(SourceState.CREATED, source.state());
  }

  @Test
  void declinedOfferFailsSequence() {
    HandSource source = offering();
    String reason = "the sink declined the sequence offered for responses";
    assertEquals(
        List.of(
            new RmAction.OfferAnswered(false),
            new RmAction.SendTerminate(0),
            new RmAction.Lost(Ranges.of(1, 1), reason)),
        source.on(created("urn:a:1", false)));
    assertEquals(SourceState.FAILED, source.state());
    assertEquals(reason, source.sequence.reason());
    source.send("a");
    assertEquals(Optional.of(Refusal.Kind.SEQUENCE_TERMINATED), source.fault());
  }

  /** A sink that makes a sequence of each request accepts what is offered in one of them. */
  @Test
  void usesResponseThatAcceptsOffer() {
    HandSource source = offering();
    source.later(4_000);
    assertEquals(List.of(), source.on(created("urn:a:2", false)));
    assertEquals(SourceState.CREATING, source.state());
    source.on(created("urn:a:1", true));
    assertEquals(SourceState.CREATED, source.state());
    assertEquals(Optional.of(new SequenceId("urn:a:1")), source.sequence.id());
    assertEquals("", source.sequence.reason());
    assertEquals(List.of(again(1)), source.send("a"));
  }

  @Test
  void failsWhenNoResponseAcceptsOffer() {
    HandSource source = offering();
    source.later(4_000);
    source.on(created("urn:a:2", false));
    source.later(60_000);
    assertEquals(SourceState.FAILED, source.state());
    assertEquals("the sink declined the sequence offered for responses", source.sequence.reason());
  }

  // ---- fetched

  private static final Terms FETCHED =
      HandTerms.of(RmVersion.RM_1_1, Terms.fetched("urn:mc:1", "<EPR/>"), "", true);

  private static List<RmAction> handOver(long number, boolean isMore) {
    return List.of(
        new RmAction.ReturnMessage(new RmAction.Transmit(number, false, false, false), isMore));
  }

  private static RmEvent.AtSource fetch() {
    return new RmEvent.Fetched(false);
  }

  @Test
  void termsContainPollingAddress() {
    assertEquals(Optional.of("urn:mc:1"), FETCHED.fetchedBy());
    assertEquals("<EPR/>", FETCHED.reference());
    assertEquals(false, FETCHED.hasAddress());
    assertEquals(Optional.empty(), RM_1_1.fetchedBy());
    assertEquals("there", RM_1_1.reference());
    assertEquals(true, RM_1_1.hasAddress());
    assertEquals(false, BACK_CHANNEL.hasAddress());
  }

  /** Each goes out on the connection of its request; what is not acknowledged is fetched. */
  @Test
  void pollReturnsOverdueMessage() {
    HandSource source = HandSource.offered(FETCHED);
    source.send("a");
    source.send("b");
    source.send("c");
    assertEquals(List.of(), source.on(fetch())); // they are on their way
    assertEquals(List.of(), source.later(3_000)); // nothing goes out by itself
    assertEquals(handOver(1, true), source.on(fetch()));
    assertEquals(handOver(2, true), source.on(fetch()));
    source.acknowledge("1-2");
    assertEquals(handOver(3, false), source.on(fetch()));
    assertEquals(List.of(), source.on(fetch()));
    source.later(3_000);
    assertEquals(handOver(3, false), source.on(fetch()));
    source.acknowledge("1-3");
    source.later(3_000);
    assertEquals(List.of(), source.on(fetch()));
  }

  /** Who only fetches is silent: the sequence ends by that. */
  @Test
  void pollingIsNotActivity() {
    HandSource source = HandSource.offered(FETCHED);
    source.send("a");
    for (long at = 0; at < HandTerms.INACTIVITY; at += 60_000) {
      source.later(60_000);
      source.on(fetch());
    }
    assertEquals(SourceState.TERMINATED, source.state());
    assertEquals(List.of(), source.on(fetch()));
  }

  // ---- sending

  @Test
  void assignsStableNumbers() {
    HandSource source = HandSource.created(RM_1_1);
    assertEquals(List.of(now(1)), source.send("a"));
    assertEquals(List.of(now(2)), source.send("b"));
    assertEquals(List.of(again(1)), source.send("a"));
    source.acknowledge("1");
    assertEquals(List.of(again(1)), source.send("a"));
    assertEquals("1:ACKNOWLEDGED 2:SENT", source.held.states());
    assertEquals(2, source.sequence.numbers().taken());
  }

  @Test
  void retransmitsWithBackoff() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    long most = 3_300;
    for (int nth = 1; nth <= 5; nth++) {
      long before = source.held.message(1).sentAt();
      while (source.held.message(1).sentAt() == before) {
        source.later(source.pause());
      }
      within(most * 9 / 11 - 1, most + 1, source.held.message(1).sentAt() - before);
      assertEquals(nth, source.held.message(1).attempts());
      most *= 2;
    }
  }

  @Test
  void retransmitsUnacknowledgedSoonAfterActivity() {
    HandSource source = HandSource.created(RM_1_1);
    for (String owner : List.of("a", "b", "c")) {
      source.send(owner);
    }
    source.later(40_000);
    within(3, 9, source.held.message(3).attempts());
    source.acknowledge("2");
    assertEquals(0, source.held.message(1).attempts());
    assertTrue(source.held.message(1).dueAt() <= source.now + 3_300);
    source.acknowledge("1");
    assertEquals(List.of(transmit(3)), source.later(3_300));
  }

  @Test
  void retransmitsNackedOncePerInterval() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.send("b");
    source.later(2_000);
    assertEquals(List.of(), source.on(new RmEvent.Missing(Ranges.of(1, 2))));
    source.acknowledge("2");
    source.now += 1_000;
    assertEquals(List.of(transmit(1)), source.on(new RmEvent.Missing(Ranges.of(1, 2))));
    assertEquals(List.of(), source.on(new RmEvent.Missing(Ranges.of(1, 1))));
  }

  @Test
  void retransmitsWireForm() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.on(new RmEvent.WireForm(1, new byte[99]));
    assertEquals(99, source.held.message(1).bytes());
    assertEquals(List.of(new RmAction.Transmit(1, false, false, true)), source.later(3_300));
    source.acknowledge("1");
    source.on(new RmEvent.WireForm(1, new byte[99]));
    assertEquals(0, source.held.message(1).bytes()); // too late
  }

  @Test
  void boundsMessagesInFlight() {
    SourceSettings two =
        new SourceSettings(new Backoff(3_000, 300_000), 2, 60_000, 300_000, 600_000, 5, 2_000);
    HandSource source = new HandSource(RM_1_1, two, false);
    source.on(new RmEvent.Open(Optional.empty(), RmMessage.NEVER));
    source.send("a");
    source.send("b");
    source.send("c");
    assertEquals("1:QUEUED 2:QUEUED", source.held.states());
    source.created();
    source.send("a");
    source.send("b");
    assertEquals(List.of(new RmAction.Defer(20)), source.send("c"));
    source.acknowledge("2");
    assertEquals(List.of(now(3)), source.send("c"));
    assertEquals(List.of(new RmAction.Defer(20)), source.send("d"));
  }

  @Test
  void needsNewSequenceAfterHighestNumber() {
    HandSource source = HandSource.created(RM_1_1);
    SourceSequence it = source.sequence;
    source.sequence =
        new SourceSequence(
            it.key(),
            it.id(),
            it.terms(),
            it.isOffered(),
            it.state(),
            new SourceSequence.Numbers(
                Long.MAX_VALUE - 1, 0, Ranges.of(1, Long.MAX_VALUE - 1), false),
            false,
            new SourceSequence.ControlMessage(0, it.control().retryAt()),
            "",
            it.times());
    assertEquals(List.of(now(Long.MAX_VALUE)), source.send("a"));
    assertEquals(List.of(new RmAction.AnotherSequence()), source.send("b"));
    assertEquals(List.of(again(Long.MAX_VALUE)), source.send("a"));
    source.on(new RmEvent.Close());
    source.acknowledge("1-" + Long.MAX_VALUE);
    assertEquals(Ranges.EMPTY, source.sequence.unacknowledged());
  }

  @Test
  void fullStoreRejectsNewMessages() {
    HandSource source = HandSource.created(RM_1_1);
    RmEvent.AtSource full = new RmEvent.Send("a", new byte[1], false, 5_000, 1, false);
    assertEquals(List.of(new RmAction.Defer(40)), source.on(full));
    assertEquals("", source.held.states());
  }

  // ---- acknowledgements

  @Test
  void forgetsAcknowledgedAfterRepetitionTime() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.send("b");
    assertEquals(List.of(new RmAction.Confirmed(Ranges.of(1, 1))), source.acknowledge("1"));
    assertEquals("1:ACKNOWLEDGED 2:SENT", source.held.states());
    assertEquals(0, source.held.message(1).bytes());
    source.later(5_000);
    assertEquals("2:SENT", source.held.states());
    source.acknowledge("1-2");
    assertEquals("", source.held.states());
  }

  @Test
  void rejectsAcknowledgementOfUnsent() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.acknowledge("1-2");
    assertEquals(Optional.of(Refusal.Kind.INVALID_ACKNOWLEDGEMENT), source.fault());
    assertEquals(Ranges.of(1, 1), source.sequence.unacknowledged());
  }

  @Test
  void ignoresOlderAcknowledgement() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.send("b");
    source.acknowledge("1-2");
    assertEquals(List.of(), source.acknowledge("1"));
    assertEquals(Ranges.of(1, 2), source.sequence.numbers().acknowledged());
  }

  // ---- the end

  @Test
  void closesAndTerminatesIn11() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    assertEquals(List.of(), source.on(new RmEvent.Close()));
    assertEquals(SourceState.CLOSING, source.state());
    assertEquals(List.of(new RmAction.AnotherSequence()), source.send("b"));
    assertEquals(List.of(transmit(1)), source.later(3_300));
    assertTrue(source.acknowledge("1").contains(new RmAction.SendClose(1)));
    assertEquals(List.of(new RmAction.SendClose(1)), source.later(3_300));
    assertEquals(List.of(new RmAction.SendTerminate(1)), source.on(new RmEvent.CloseAnswered()));
    assertEquals(List.of(new RmAction.SendTerminate(1)), source.later(3_300));
    source.on(new RmEvent.TerminateAnswered());
    assertEquals(SourceState.TERMINATED, source.state());
    source.later(600_000);
    assertEquals(SourceState.NONE, source.state());
  }

  @Test
  void sendsEmptyLastMessageIn10() {
    HandSource source = HandSource.created(RM_1_0);
    source.send("a");
    assertEquals(
        List.of(new RmAction.Transmit(2, true, true, false)), source.on(new RmEvent.Close()));
    assertEquals(SourceState.ENDING, source.state());
    source.acknowledge("1");
    assertEquals(List.of(new RmAction.Transmit(2, true, true, false)), source.later(3_300));
    assertTrue(source.acknowledge("1-2").contains(new RmAction.SendTerminate(2)));
    assertEquals(SourceState.TERMINATING, source.state());
  }

  @Test
  void endsOnBackChannelWithoutLastMessageIn10() {
    HandSource source = HandSource.offered(HandTerms.of(RmVersion.RM_1_0, "", "", true));
    source.send("a");
    source.send("b");
    source.acknowledge("1");
    assertEquals(List.of(), source.on(new RmEvent.Close()));
    assertEquals(SourceState.ENDING, source.state());
    source.acknowledge("1-2");
    assertEquals(SourceState.TERMINATED, source.state());
    HandSource silent = HandSource.offered(HandTerms.of(RmVersion.RM_1_0, "", "", true));
    silent.send("a");
    silent.on(new RmEvent.Close());
    assertEquals(
        List.of(new RmAction.Lost(Ranges.of(1, 1), "the sink was silent for too long")),
        silent.later(HandTerms.INACTIVITY));
  }

  @Test
  void emptyLastMessageIsNeverLost() {
    HandSource source = HandSource.created(RM_1_0);
    source.send("a");
    source.on(new RmEvent.Close());
    source.acknowledge("1");
    assertEquals(
        List.of(new RmAction.SendTerminate(2)),
        source.on(new RmEvent.Abandoned("by hand")).stream().toList());
    assertEquals(SourceState.TERMINATED, source.state());
    HandSource content = HandSource.created(RM_1_0);
    content.send("a", true);
    content.on(new RmEvent.Abandoned("by hand"));
    assertEquals(SourceState.FAILED, content.state());
    assertEquals(Ranges.of(1, 1), content.sequence.unacknowledged());
  }

  @Test
  void lastMessageMayHaveContent() {
    HandSource in10 = HandSource.created(RM_1_0);
    assertEquals(List.of(new RmAction.SendNow(1, true, false)), in10.send("a", true));
    assertEquals(SourceState.ENDING, in10.state());
    assertTrue(in10.acknowledge("1").contains(new RmAction.SendTerminate(1)));
    HandSource in11 = HandSource.created(RM_1_1);
    assertEquals(List.of(now(1)), in11.send("a", true));
    assertEquals(SourceState.CLOSING, in11.state());
    assertTrue(in11.acknowledge("1").contains(new RmAction.SendClose(1)));
  }

  @Test
  void terminatesUnusedSequenceImmediately() {
    HandSource source = HandSource.creating(RM_1_0);
    source.on(new RmEvent.Close());
    assertEquals(SourceState.CREATING, source.state());
    assertEquals(List.of(new RmAction.SendTerminate(0)), source.created());
  }

  @Test
  void repeatsTerminateThenEnds() {
    HandSource source = HandSource.created(RM_1_0);
    source.on(new RmEvent.Close());
    source.later(400_000);
    assertEquals(SourceState.TERMINATED, source.state());
  }

  @Test
  void closesIdleSequenceUnlessOffered() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.acknowledge("1");
    source.later(299_999);
    assertEquals(SourceState.CREATED, source.state());
    source.later(1);
    assertEquals(SourceState.CLOSING, source.state());
    HandSource offered = HandSource.offered(RM_1_1);
    offered.later(3_000_000);
    assertEquals(SourceState.CREATED, offered.state());
  }

  @Test
  void sendsNothingUnsolicitedOnBackChannel() {
    HandSource source = HandSource.offered(BACK_CHANNEL);
    assertEquals(List.of(now(1)), source.send("a"));
    assertEquals(List.of(), source.later(100_000));
    assertEquals(List.of(), source.on(new RmEvent.Missing(Ranges.of(1, 1))));
    source.on(new RmEvent.Close());
    assertEquals(SourceState.CLOSING, source.state());
    source.acknowledge("1");
    assertEquals(SourceState.TERMINATED, source.state());
    HandSource silent = HandSource.offered(BACK_CHANNEL);
    silent.send("a");
    assertEquals(
        List.of(new RmAction.Lost(Ranges.of(1, 1), "the sink was silent for too long")),
        silent.later(HandTerms.INACTIVITY));
    assertEquals(SourceState.TERMINATED, silent.state());
  }

  // ---- failure

  @Test
  void unknownSequenceFaultFailsIt() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.send("b");
    source.acknowledge("1");
    assertEquals(
        List.of(new RmAction.Lost(Ranges.of(2, 2), "UNKNOWN_SEQUENCE: because")),
        source.on(fault(Refusal.Kind.UNKNOWN_SEQUENCE)));
    assertEquals(SourceState.FAILED, source.state());
    assertEquals(List.of(), source.later(10_000));
    assertEquals(List.of(new RmAction.AnotherSequence()), source.send("c"));
    source.acknowledge("1-2"); // it was late
    assertEquals(SourceState.TERMINATED, source.state());
  }

  @Test
  void faultAfterFullAcknowledgementLosesNothing() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.acknowledge("1");
    assertEquals(List.of(), source.on(fault(Refusal.Kind.SEQUENCE_TERMINATED)));
    assertEquals(SourceState.TERMINATED, source.state());
    HandSource closed = HandSource.created(RM_1_1);
    closed.send("a");
    closed.acknowledge("1");
    closed.on(fault(Refusal.Kind.SEQUENCE_CLOSED));
    assertEquals(SourceState.TERMINATING, closed.state());
  }

  @Test
  void finalAcknowledgementEndsSequence() {
    HandSource whole = HandSource.created(RM_1_1);
    whole.send("a");
    whole.on(new RmEvent.Acknowledged(Ranges.of(1, 1), true));
    assertEquals(SourceState.TERMINATING, whole.state());
    HandSource gap = HandSource.created(RM_1_1);
    gap.send("a");
    gap.send("b");
    gap.on(new RmEvent.Acknowledged(Ranges.of(2, 2), true));
    assertEquals(SourceState.FAILED, gap.state());
    assertEquals(Ranges.of(1, 1), gap.sequence.unacknowledged());
  }

  @Test
  void silentSinkFailsSequence() {
    HandSource source = HandSource.created(RM_1_1);
    source.now += HandTerms.INACTIVITY - 1; // nothing is expected of the sink
    source.send("a");
    source.later(HandTerms.INACTIVITY - 1);
    assertEquals(SourceState.CREATED, source.state());
    List<RmAction> actions = source.later(1);
    assertEquals(SourceState.FAILED, source.state());
    assertTrue(actions.contains(new RmAction.SendTerminate(0)));
  }

  @Test
  void failsOnExpiration() {
    HandSource source = HandSource.creating(RM_1_1);
    source.on(new RmEvent.Created(HandSource.ID, source.now + 5_000, false));
    source.send("a");
    source.later(5_000);
    assertEquals(SourceState.FAILED, source.state());
    assertEquals("the sequence expired", source.sequence.reason());
  }

  @Test
  void operatorEndsAndDropsMessages() {
    HandSource source = HandSource.created(RM_1_1);
    source.send("a");
    source.on(new RmEvent.Abandoned("by hand"));
    assertEquals(SourceState.FAILED, source.state());
    source.on(new RmEvent.Abandoned("by hand"));
    assertEquals(SourceState.NONE, source.state());
    assertEquals("", source.held.states());
  }
}
