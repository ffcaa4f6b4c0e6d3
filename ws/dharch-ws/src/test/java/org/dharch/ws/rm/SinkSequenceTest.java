package org.dharch.ws.rm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A sequence at its sink, one event after another. */
class SinkSequenceTest {
  private static final Terms IN_ORDER = HandTerms.of(RmVersion.RM_1_1, "service", "", true);
  private static final Terms ANY_ORDER = HandTerms.of(RmVersion.RM_1_1, "service", "", false);
  private static final Terms DECOUPLED = HandTerms.of(RmVersion.RM_1_1, "service", "acks", true);
  private static final Terms RM_1_0 = HandTerms.of(RmVersion.RM_1_0, "service", "", true);

  private static SinkSettings settings(int ranges, int held, int delivering, int deliveries) {
    return new SinkSettings(
        ranges,
        held,
        delivering,
        deliveries,
        30_000,
        100,
        300_000,
        600_000,
        new Backoff(500, 2_000));
  }

  private static RmEvent.AtSink close(long last) {
    return new RmEvent.CloseRequested(last);
  }

  private static RmEvent.AtSink terminate() {
    return new RmEvent.TerminateRequested(0);
  }

  private static Acknowledgement ack(String ranges, boolean isFinal) {
    return new Acknowledgement(HandSink.ID, Ranges.parse(ranges), isFinal);
  }

  // ---- its beginning

  @Test
  void createsOrRefuses() {
    HandSink sink = new HandSink(IN_ORDER, SinkSettings.DEFAULT);
    sink.on(new RmEvent.Create(RmMessage.NEVER, Optional.of("there are too many")));
    assertEquals(Optional.of(Refusal.Kind.CREATE_SEQUENCE_REFUSED), sink.fault());
    assertEquals(SinkState.NONE, sink.sequence.state());
    assertEquals(
        List.of(new RmAction.Granted()),
        sink.on(new RmEvent.Create(RmMessage.NEVER, Optional.empty())));
    assertEquals(SinkState.CREATED, sink.sequence.state());
  }

  @Test
  void unknownSequenceFaults() {
    HandSink sink = new HandSink(IN_ORDER, SinkSettings.DEFAULT);
    sink.oneWay(1);
    assertEquals(Optional.of(Refusal.Kind.UNKNOWN_SEQUENCE), sink.fault());
    sink.request(1, "a");
    assertEquals(Optional.of(Refusal.Kind.UNKNOWN_SEQUENCE), sink.fault());
    for (RmEvent.AtSink event : List.of(new RmEvent.AckRequested(), close(0), terminate())) {
      sink.on(event);
      assertEquals(Optional.of(Refusal.Kind.UNKNOWN_SEQUENCE), sink.fault());
    }
    assertEquals(
        List.of(new RmAction.SendUnchanged()), sink.on(new RmEvent.Served(1, 0, Optional.empty())));
    assertEquals(List.of(), sink.on(new RmEvent.Delivered(1)));
  }

  // ---- messages from the store

  @Test
  void deliversInOrder() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(1);
    sink.acknowledges("1");
    assertEquals(List.of(1L), sink.delivers());
    sink.oneWay(2);
    sink.acknowledges("1-2");
    assertEquals(List.of(), sink.delivers());
    sink.on(new RmEvent.Delivered(1));
    assertEquals(List.of(2L), sink.delivers());
    assertEquals("2:DELIVERING", sink.held.states());
    sink.on(new RmEvent.Delivered(2));
    assertEquals(2, sink.sequence.deliveredTo());
    assertEquals(0, sink.sequence.counts().held());
  }

  @Test
  void acknowledgesAndStoresEarlyMessages() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(3);
    sink.acknowledges("3");
    assertEquals(List.of(), sink.delivers());
    sink.oneWay(1);
    sink.acknowledges("1,3");
    sink.on(new RmEvent.Delivered(1));
    assertEquals(List.of(), sink.delivers());
    sink.oneWay(2);
    assertEquals(List.of(2L), sink.delivers());
    sink.on(new RmEvent.Delivered(2));
    assertEquals(List.of(3L), sink.delivers());
  }

  @Test
  void deliversInParallelWithoutOrder() {
    HandSink sink = HandSink.created(ANY_ORDER, settings(9, 9, 2, 9));
    sink.oneWay(5);
    assertEquals(List.of(5L), sink.delivers());
    sink.oneWay(2);
    assertEquals(List.of(2L), sink.delivers());
    sink.oneWay(3);
    sink.oneWay(4);
    assertEquals(List.of(), sink.delivers());
    sink.on(new RmEvent.Delivered(2));
    assertEquals(List.of(3L), sink.delivers());
  }

  @Test
  void acknowledgesDuplicates() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(1);
    sink.oneWay(1);
    sink.acknowledges("1");
    assertEquals(List.of(), sink.delivers());
    sink.on(new RmEvent.Delivered(1));
    sink.oneWay(1);
    sink.acknowledges("1");
    assertEquals(List.of(), sink.delivers());
    assertEquals("", sink.held.states());
  }

  @Test
  void acceptsHighestNumbers() {
    HandSink sink = HandSink.created(ANY_ORDER);
    sink.oneWay(Long.MAX_VALUE);
    sink.acknowledges("9223372036854775807");
  }

  // ---- deliveries that fail

  @Test
  void retriesThenGivesUpDelivery() {
    HandSink sink = HandSink.created(IN_ORDER, settings(9, 9, 1, 3));
    sink.oneWay(1);
    sink.oneWay(2);
    for (int nth = 1; nth <= 2; nth++) {
      sink.on(new RmEvent.NotDelivered(1, sink.hand(1)));
      assertEquals(List.of(), sink.delivers());
      long pause = sink.sequence.dueAt() - sink.now;
      assertTrue(pause >= 450L * nth && pause <= 550L * nth, pause + " ms, the " + nth + ". time");
      sink.later(pause);
      assertEquals(List.of(1L), sink.delivers());
    }
    List<RmAction> actions = sink.on(new RmEvent.NotDelivered(1, sink.hand(1)));
    assertEquals(new RmAction.GaveUp(1), actions.get(0));
    assertEquals(List.of(2L), sink.delivers());
    assertEquals("1:GIVEN_UP 2:DELIVERING", sink.held.states());
  }

  @Test
  void ignoresFailureOfOldEmission() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(1);
    String first = sink.hand(1);
    sink.later(30_000);
    assertNotEquals(first, sink.hand(1));
    sink.on(new RmEvent.NotDelivered(1, first));
    assertEquals("1:DELIVERING", sink.held.states());
    sink.on(new RmEvent.LeaseRenewed(1, first));
    assertEquals(sink.now + 30_000, sink.held.message(1).until());
  }

  @Test
  void redeliversAfterLeaseExpires() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(1);
    sink.later(20_000);
    sink.on(new RmEvent.LeaseRenewed(1, sink.hand(1)));
    sink.later(29_999);
    assertEquals(List.of(), sink.delivers());
    sink.later(1);
    assertEquals(List.of(1L), sink.delivers());
    sink.on(new RmEvent.Delivered(1)); // by whichever of them
    assertEquals("", sink.held.states());
  }

  // ---- requests

  @Test
  void acknowledgesRequestWithResponse() {
    HandSink sink = HandSink.created(IN_ORDER);
    assertEquals(List.of(new RmAction.Continue(1)), sink.request(1, "a"));
    sink.on(new RmEvent.AckRequested());
    sink.acknowledges("");
    assertEquals(
        List.of(new RmAction.Respond(1, 7, ack("1", false))),
        sink.on(new RmEvent.Served(1, 7, Optional.empty())));
    assertEquals(1, sink.sequence.deliveredTo());
    assertEquals("1:ANSWERED", sink.held.states());
  }

  /**
   * Fault: a response in the sequence that was offered, which its application had taken, was
   * acknowledged to nobody; past a thousand of them its service put off all requests.
   */
  @Test
  void acknowledgesResponseSeparately() {
    HandSink sink = HandSink.created(DECOUPLED);
    sink.request(1, "a");
    sink.on(new RmEvent.Served(1, 0, Optional.empty()));
    assertEquals(List.of(), sink.later(99));
    assertEquals(List.of(new RmAction.SendAcknowledgement(ack("1", false))), sink.later(1));
  }

  @Test
  void servesRequestsInOrder() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.request(1, "a");
    assertEquals(List.of(new RmAction.Defer(20)), sink.request(2, "b"));
    assertEquals(
        List.of(new RmAction.Defer(160)),
        sink.on(new RmEvent.Request(2, "b", false, 10_000, 3, true)));
    assertEquals(
        List.of(new RmAction.Defer(1_000)),
        sink.on(new RmEvent.Request(2, "b", false, 10_000, 99, true)));
    sink.on(new RmEvent.Served(1, 0, Optional.empty()));
    assertEquals(List.of(new RmAction.Continue(2)), sink.request(2, "b"));
  }

  @Test
  void repetitionContinuesAndOthersWaitForTimeout() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.request(1, "a");
    assertEquals(List.of(new RmAction.Continue(1)), sink.request(1, "a"));
    assertEquals(List.of(new RmAction.Defer(20)), sink.request(1, "b"));
    sink.later(10_000);
    assertEquals(List.of(new RmAction.Continue(1)), sink.request(1, "b"));
    assertEquals(List.of(new RmAction.Defer(20)), sink.request(1, "a"));
    assertEquals(1, sink.sequence.counts().serving());
  }

  @Test
  void duplicateRequestGetsSameResponse() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.request(1, "a");
    sink.on(new RmEvent.Served(1, 7, Optional.empty()));
    assertEquals(List.of(new RmAction.AnswerStored(1, 7, ack("1", false))), sink.request(1, "b"));
    assertEquals(
        List.of(new RmAction.AnswerStored(1, 7, ack("1", false))),
        sink.on(new RmEvent.Served(1, 8, Optional.empty()))); // a second response is the first
    sink.on(new RmEvent.ResponsesAcknowledged(Ranges.of(1, 6)));
    assertEquals("1:ANSWERED", sink.held.states());
    sink.on(new RmEvent.ResponsesAcknowledged(Ranges.of(7, 7)));
    assertEquals("", sink.held.states());
    sink.request(1, "c");
    sink.acknowledges("1");
  }

  @Test
  void storesResponseWithoutSequence() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.request(1, "a");
    sink.on(new RmEvent.Served(1, 0, Optional.of("response".getBytes(UTF_8))));
    assertEquals(8, sink.held.message(1).bytes());
    sink.later(299_999);
    assertEquals(List.of(new RmAction.AnswerStored(1, 0, ack("1", false))), sink.request(1, "b"));
    sink.later(1);
    assertEquals("", sink.held.states());
  }

  @Test
  void ordersMixedMessages() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.request(1, "a");
    sink.oneWay(2);
    assertEquals(List.of(), sink.delivers());
    assertEquals(List.of(new RmAction.Defer(20)), sink.request(3, "c"));
    sink.on(new RmEvent.Served(1, 0, Optional.empty()));
    assertEquals(List.of(2L), sink.delivers());
    assertEquals(List.of(new RmAction.Defer(20)), sink.request(3, "c"));
    sink.on(new RmEvent.Delivered(2));
    assertEquals(List.of(new RmAction.Continue(3)), sink.request(3, "c"));
  }

  @Test
  void defersRequestWithoutCapacity() {
    HandSink sink = HandSink.created(IN_ORDER);
    assertEquals(
        List.of(new RmAction.Defer(20)),
        sink.on(new RmEvent.Request(1, "a", false, 10_000, 0, false)));
    assertEquals("", sink.held.states());
  }

  // ---- acknowledgements

  @Test
  void batchesAcknowledgements() {
    HandSink sink = HandSink.created(DECOUPLED);
    assertTrue(sink.oneWay(1).contains(new RmAction.Accept()));
    sink.later(60);
    sink.oneWay(2);
    assertEquals(List.of(new RmAction.SendAcknowledgement(ack("1-2", false))), sink.later(40));
    assertEquals(List.of(), sink.later(1_000));
    sink.oneWay(3);
    assertEquals(
        List.of(new RmAction.SendAcknowledgement(ack("1-3", false)), new RmAction.Accept()),
        sink.on(new RmEvent.AckRequested()));
    assertEquals(List.of(), sink.later(1_000));
  }

  // ---- the last number, closing and terminating

  @Test
  void rejectsNumbersAboveLast() {
    HandSink sink = HandSink.created(RM_1_0);
    sink.on(new RmEvent.OneWay(2, true, true, new byte[0], true));
    sink.acknowledges("2");
    assertEquals("", sink.held.states()); // it says that it is the last, and nothing else
    sink.oneWay(3);
    assertEquals(Optional.of(Refusal.Kind.LAST_MESSAGE_NUMBER_EXCEEDED), sink.fault());
    sink.oneWay(1);
    sink.acknowledges("1-2");
    sink.on(new RmEvent.OneWay(1, true, false, new byte[1], true));
    sink.acknowledges("1-2");
  }

  @Test
  void rejectsLastMessageBelowReceived() {
    HandSink sink = HandSink.created(RM_1_0);
    sink.oneWay(5);
    sink.on(new RmEvent.OneWay(4, true, false, new byte[1], true));
    assertEquals(Optional.of(Refusal.Kind.LAST_MESSAGE_NUMBER_EXCEEDED), sink.fault());
    sink.oneWay(6);
    sink.acknowledges("5-6");
  }

  @Test
  void closedSequenceDeliversStoredMessages() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(1);
    sink.oneWay(3);
    assertEquals(new RmAction.CloseAnswer(ack("1,3", true)), sink.on(close(3)).get(0));
    sink.oneWay(2);
    assertEquals(Optional.of(Refusal.Kind.SEQUENCE_CLOSED), sink.fault());
    sink.request(4, "a");
    assertEquals(Optional.of(Refusal.Kind.SEQUENCE_CLOSED), sink.fault());
    sink.on(new RmEvent.AckRequested());
    sink.acknowledges("1,3");
    assertEquals(List.of(new RmAction.CloseAnswer(ack("1,3", true))), sink.on(close(3)));
    sink.on(new RmEvent.Delivered(1));
    assertEquals(List.of(3L), sink.delivers()); // what is missing is passed over
    assertEquals(List.of(new RmAction.TerminateAnswer(ack("1,3", true))), sink.on(terminate()));
    assertEquals(List.of(new RmAction.TerminateAnswer(ack("1,3", true))), sink.on(terminate()));
  }

  @Test
  void remembersTerminatedSequence() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(1);
    sink.on(terminate());
    for (RmEvent.AtSink event :
        List.of(
            new RmEvent.AckRequested(), close(0), new RmEvent.Request(2, "a", false, 1, 0, true))) {
      sink.on(event);
      assertEquals(Optional.of(Refusal.Kind.SEQUENCE_TERMINATED), sink.fault());
    }
    sink.oneWay(1);
    assertEquals(Optional.of(Refusal.Kind.SEQUENCE_TERMINATED), sink.fault());
    sink.later(600_000);
    assertEquals(SinkState.TERMINATED, sink.sequence.state()); // its message is on its way
    sink.on(new RmEvent.Delivered(1));
    sink.later(0);
    assertEquals(SinkState.NONE, sink.sequence.state());
  }

  @Test
  void terminationIsAnsweredIn10() {
    HandSink sink = HandSink.created(RM_1_0);
    Acknowledgement none = new Acknowledgement(HandSink.ID, Ranges.EMPTY, true);
    assertEquals(List.of(new RmAction.TerminateAnswer(none)), sink.on(terminate()));
    sink.later(599_999);
    assertEquals(SinkState.TERMINATED, sink.sequence.state());
    sink.later(1);
    assertEquals(SinkState.NONE, sink.sequence.state());
  }

  @Test
  void endsOnExpirationOrInactivity() {
    HandSink expires = new HandSink(IN_ORDER, SinkSettings.DEFAULT);
    expires.on(new RmEvent.Create(expires.now + 5_000, Optional.empty()));
    expires.later(4_999);
    assertEquals(SinkState.CREATED, expires.sequence.state());
    expires.later(1);
    assertEquals(SinkState.TERMINATED, expires.sequence.state());
    HandSink idle = HandSink.created(IN_ORDER);
    idle.later(HandTerms.INACTIVITY - 1);
    idle.on(new RmEvent.AckRequested());
    idle.later(HandTerms.INACTIVITY - 1);
    assertEquals(SinkState.CREATED, idle.sequence.state());
    idle.later(1);
    assertEquals(SinkState.TERMINATED, idle.sequence.state());
  }

  @Test
  void servesActiveRequestAfterEnd() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.request(1, "a");
    sink.oneWay(2);
    sink.on(terminate());
    assertEquals(List.of(new RmAction.Continue(1)), sink.request(1, "a"));
    sink.later(0);
    assertEquals(List.of(), sink.delivers());
    sink.later(10_000); // whatever had it in hand is dead, and it will not come again
    assertEquals(List.of(2L), sink.delivers());
  }

  @Test
  void operatorEndsAndDropsGivenUpMessages() {
    HandSink sink = HandSink.created(IN_ORDER, settings(9, 9, 1, 1));
    sink.oneWay(1);
    sink.on(new RmEvent.NotDelivered(1, sink.hand(1)));
    sink.on(new RmEvent.Ended("by hand"));
    sink.later(600_000);
    assertEquals(SinkState.TERMINATED, sink.sequence.state());
    assertEquals("1:GIVEN_UP", sink.held.states());
    sink.on(new RmEvent.Ended("by hand"));
    assertEquals(SinkState.NONE, sink.sequence.state());
    assertEquals("", sink.held.states());
  }

  /** An operator's process delivers nothing, so what is left is for the next node that looks. */
  @Test
  void endLeavesDeliveriesToNodes() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(2);
    sink.on(new RmEvent.Ended("by hand"));
    assertEquals(List.of(), sink.delivers());
    assertEquals(SinkState.TERMINATED, sink.sequence.state());
    assertEquals(sink.now, sink.sequence.dueAt());
    sink.later(0);
    assertEquals(List.of(2L), sink.delivers());
  }

  // ---- incomplete sequences

  @Test
  void discardsAfterFirstGap() {
    HandSink sink =
        HandSink.created(behaving(IncompleteSequenceBehavior.DISCARD_FOLLOWING_FIRST_GAP));
    sink.oneWay(1);
    sink.oneWay(2);
    sink.oneWay(4);
    assertTrue(sink.on(close(4)).contains(new RmAction.Discarded(Ranges.of(4, 4))));
    assertEquals("1:DELIVERING 2:HELD", sink.held.states());
    assertEquals(2, sink.sequence.counts().held());
  }

  @Test
  void discardsOnlyWhenAgreed() {
    HandSink sink = HandSink.created(behaving(IncompleteSequenceBehavior.NO_DISCARD));
    sink.oneWay(1);
    sink.oneWay(RmVersion.MAX_MESSAGE_NUMBER);
    assertEquals(List.of(), sink.on(close(0)).stream().filter(SinkSequenceTest::isLoss).toList());
    assertEquals("1:DELIVERING " + RmVersion.MAX_MESSAGE_NUMBER + ":HELD", sink.held.states());
  }

  private static boolean isLoss(RmAction action) {
    return action instanceof RmAction.Discarded;
  }

  @Test
  void discardsEntireSequence() {
    Terms terms = behaving(IncompleteSequenceBehavior.DISCARD_ENTIRE_SEQUENCE);
    HandSink gap = HandSink.created(terms);
    gap.oneWay(1);
    assertEquals(List.of(), gap.delivers());
    gap.oneWay(3);
    assertTrue(gap.on(close(3)).contains(new RmAction.Discarded(Ranges.parse("1,3"))));
    HandSink end = HandSink.created(terms);
    end.oneWay(1);
    assertTrue(end.on(close(2)).contains(new RmAction.Discarded(Ranges.of(1, 1))));
    HandSink whole = HandSink.created(terms);
    whole.oneWay(2);
    whole.oneWay(1);
    whole.on(close(2));
    assertEquals(List.of(1L), whole.delivers());
    whole.request(3, "a");
    assertEquals(Optional.of(Refusal.Kind.SEQUENCE_CLOSED), whole.fault());
    HandSink request = HandSink.created(terms);
    request.request(1, "a");
    assertEquals(Optional.of(Refusal.Kind.SEQUENCE_TERMINATED), request.fault());
  }

  private static Terms behaving(IncompleteSequenceBehavior behavior) {
    return HandTerms.of(RmVersion.RM_1_1, "service", "", true, behavior);
  }

  // ---- bounds

  @Test
  void dropsMessageAboveRangeBound() {
    HandSink sink = HandSink.created(ANY_ORDER, settings(2, 99, 9, 9));
    sink.oneWay(1);
    sink.oneWay(3);
    List<RmAction> actions = sink.oneWay(5);
    assertEquals(
        new RmAction.Dropped(5, "2 ranges are received; the maximum is 2"), actions.get(0));
    sink.acknowledges("1,3");
    sink.oneWay(2);
    sink.acknowledges("1-3");
    sink.oneWay(5);
    sink.acknowledges("1-3,5");
  }

  @Test
  void countsActiveRequestsAsRanges() {
    HandSink sink = HandSink.created(ANY_ORDER, settings(2, 99, 9, 9));
    sink.request(1, "a");
    sink.oneWay(3);
    List<RmAction> actions = sink.oneWay(5);
    assertEquals(
        new RmAction.Dropped(5, "1 ranges are received; the maximum is 2"), actions.get(0));
    sink.acknowledges("3");
  }

  /**
   * Fault: requests whose hands were dead took all places, and their source sent another number
   * first; seeds 22,191,277 and 22,340,564 of the simulation.
   */
  @Test
  void forgetsDeadRequestsForCapacity() {
    HandSink sink = HandSink.created(ANY_ORDER, settings(9, 2, 9, 9));
    sink.request(7, "a");
    sink.request(8, "b");
    String full = "2 messages of the sequence are stored; the maximum is 2";
    assertEquals(new RmAction.Dropped(3, full), sink.request(3, "c").get(0));
    sink.later(10_000);
    assertEquals(List.of(new RmAction.Continue(3)), sink.request(3, "c"));
    assertEquals(List.of(new RmAction.Continue(8)), sink.request(8, "d"));
    assertEquals(new RmAction.Dropped(7, full), sink.request(7, "e").get(0));
  }

  @Test
  void forgetsDeadRequestsForRanges() {
    HandSink sink = HandSink.created(ANY_ORDER, settings(2, 99, 9, 9));
    sink.request(1, "a");
    sink.oneWay(3);
    sink.later(10_000);
    sink.oneWay(5);
    sink.acknowledges("3,5");
  }

  @Test
  void dropsMessageAboveStoreBound() {
    HandSink sink = HandSink.created(IN_ORDER, settings(9, 2, 9, 9));
    sink.oneWay(1);
    sink.oneWay(2);
    assertEquals(
        new RmAction.Dropped(3, "2 messages of the sequence are stored; the maximum is 2"),
        sink.oneWay(3).get(0));
    sink.acknowledges("1-2");
    sink.on(new RmEvent.Delivered(1));
    sink.oneWay(3);
    sink.acknowledges("1-3");
  }

  /** Fault: what waited for a message left no place for it, so that none of it was delivered. */
  @Test
  void reservesSlotForNextMessage() {
    HandSink sink = HandSink.created(IN_ORDER, settings(9, 3, 9, 9));
    sink.oneWay(3);
    sink.oneWay(4);
    assertEquals(
        new RmAction.Dropped(
            5, "2 messages of the sequence are stored; the maximum is 3, including message 1"),
        sink.oneWay(5).get(0));
    sink.oneWay(2);
    sink.acknowledges("3-4");
    sink.oneWay(1);
    sink.acknowledges("1,3-4");
    sink.on(new RmEvent.Delivered(1));
    sink.oneWay(5);
    sink.acknowledges("1,3-4");
    sink.oneWay(2);
    sink.acknowledges("1-4");
    sink.on(new RmEvent.Delivered(2));
    sink.oneWay(5);
    sink.acknowledges("1-5");
  }

  /** The same of gaps. */
  @Test
  void reservesRangeForFirstMessage() {
    HandSink sink = HandSink.created(IN_ORDER, settings(2, 99, 9, 9));
    sink.oneWay(3);
    sink.oneWay(5);
    sink.acknowledges("3");
    sink.oneWay(1);
    sink.acknowledges("1,3");
    sink.oneWay(5);
    sink.acknowledges("1,3");
    sink.oneWay(2);
    sink.acknowledges("1-3");
  }

  @Test
  void fullStoreRejectsNewMessages() {
    HandSink sink = HandSink.created(IN_ORDER);
    sink.oneWay(1);
    RmEvent.OneWay full = new RmEvent.OneWay(2, false, false, new byte[1], false);
    assertEquals(new RmAction.Dropped(2, "the store is full"), sink.on(full).get(0));
    sink.acknowledges("1");
    sink.on(new RmEvent.OneWay(1, false, false, new byte[1], false));
    sink.acknowledges("1");
  }
}
