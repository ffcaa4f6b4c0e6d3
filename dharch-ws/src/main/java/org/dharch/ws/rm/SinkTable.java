package org.dharch.ws.rm;

import static org.dharch.ws.rm.SinkState.CLOSED;
import static org.dharch.ws.rm.SinkState.CREATED;
import static org.dharch.ws.rm.SinkState.NONE;
import static org.dharch.ws.rm.SinkState.TERMINATED;
import static org.dharch.ws.rm.SinkTrigger.ACK_REQUESTED;
import static org.dharch.ws.rm.SinkTrigger.CLOSE;
import static org.dharch.ws.rm.SinkTrigger.CREATE;
import static org.dharch.ws.rm.SinkTrigger.DELIVERED;
import static org.dharch.ws.rm.SinkTrigger.ENDED;
import static org.dharch.ws.rm.SinkTrigger.NOT_DELIVERED;
import static org.dharch.ws.rm.SinkTrigger.ONE_WAY;
import static org.dharch.ws.rm.SinkTrigger.REQUEST;
import static org.dharch.ws.rm.SinkTrigger.RESPONSES_TAKEN;
import static org.dharch.ws.rm.SinkTrigger.SERVED;
import static org.dharch.ws.rm.SinkTrigger.STILL_DELIVERING;
import static org.dharch.ws.rm.SinkTrigger.TERMINATE;
import static org.dharch.ws.rm.SinkTrigger.TIME;

import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.dharch.core.states.TransitionTable;

/** What may become of a sequence at its sink: every state, every trigger (docs/rm.md). */
final class SinkTable {

  /** What a row does. */
  interface Action {
    void take(SinkTransition transition, RmEvent.AtSink event);
  }

  static final TransitionTable<SinkState, SinkTrigger, Action> TABLE =
      new TransitionTable.Builder<SinkState, SinkTrigger, Action>(
              SinkState.class, SinkTrigger.class)
          .in(NONE)
          .on(
              CREATE,
              with(RmEvent.Create.class, SinkTransition::create),
              "created, or CreateSequenceRefused by policy or for want of room",
              Set.of(CREATED, NONE))
          .in(CREATED)
          .on(
              ONE_WAY,
              with(RmEvent.OneWay.class, SinkTransition::oneWay),
              "kept and acknowledged, delivered when its turn has come; a known number is only"
                  + " acknowledged; one too many is dropped; LastMessageNumberExceeded beyond the"
                  + " last (1.0)",
              Set.of(CREATED))
          .on(
              REQUEST,
              with(RmEvent.Request.class, (transition, event) -> transition.requests.take(event)),
              "goes on if its turn has come, else put off; one that was served has its response;"
                  + " one that is being served is put off until it was, or its time is over",
              Set.of(CREATED))
          .on(ACK_REQUESTED, bare(SinkTransition::ackNow), "acknowledged at once", Set.of(CREATED))
          .on(
              CLOSE,
              with(RmEvent.CloseRequested.class, SinkTransition::close),
              "CloseSequenceResponse with the final acknowledgement; what the sequence's behaviour "
                  + "demands is discarded",
              Set.of(CLOSED))
          .on(
              TERMINATE,
              with(RmEvent.TerminateRequested.class, SinkTransition::terminate),
              "TerminateSequenceResponse (1.1); as when it is closed",
              Set.of(TERMINATED))
          .on(ENDED, bare(SinkTransition::end), "as when it expires", Set.of(TERMINATED))
          .on(
              TIME,
              bare(SinkTransition::time),
              "what is due: an acknowledgement, a delivery, one whose node is silent; over when it "
                  + "has expired or was inactive for too long",
              Set.of(CREATED, TERMINATED))
          .in(CLOSED)
          .on(
              ONE_WAY,
              bare(SinkTransition::closed),
              "SequenceClosed with the final acknowledgement",
              Set.of(CLOSED))
          .on(
              REQUEST,
              with(RmEvent.Request.class, (transition, event) -> transition.requests.requestAfterClose(event)),
              "SequenceClosed with the final acknowledgement, unless it is the very message that is"
                  + " being served",
              Set.of(CLOSED))
          .on(ACK_REQUESTED, bare(SinkTransition::ackNow), "the final acknowledgement", Set.of(CLOSED))
          .on(CLOSE, bare(SinkTransition::closeAgain), "CloseSequenceResponse again", Set.of(CLOSED))
          .on(
              TERMINATE,
              with(RmEvent.TerminateRequested.class, SinkTransition::terminate),
              "TerminateSequenceResponse (1.1)",
              Set.of(TERMINATED))
          .on(ENDED, bare(SinkTransition::end), "as when it expires", Set.of(TERMINATED))
          .on(
              TIME,
              bare(SinkTransition::time),
              "what is due, as when it is created",
              Set.of(CLOSED, TERMINATED))
          .in(TERMINATED)
          .on(ONE_WAY, bare(SinkTransition::terminated), "SequenceTerminated", Set.of(TERMINATED))
          .on(
              REQUEST,
              with(
                  RmEvent.Request.class,
                  (transition, event) -> transition.requests.requestAfterTermination(event)),
              "SequenceTerminated, unless it is the very message that is being served",
              Set.of(TERMINATED))
          .on(ACK_REQUESTED, bare(SinkTransition::terminated), "SequenceTerminated", Set.of(TERMINATED))
          .on(CLOSE, bare(SinkTransition::terminated), "SequenceTerminated", Set.of(TERMINATED))
          .on(
              TERMINATE,
              bare(SinkTransition::terminateAgain),
              "TerminateSequenceResponse again (1.1)",
              Set.of(TERMINATED))
          .on(
              ENDED,
              bare(SinkTransition::drop),
              "what was given up is dropped, and the sequence with it",
              Set.of(TERMINATED, NONE))
          .on(
              TIME,
              bare(SinkTransition::time),
              "what is due of its deliveries; forgotten when its time is over and none is left",
              Set.of(TERMINATED, NONE))
          .in(NONE)
          .ignored(DELIVERED, "nothing is there")
          .ignored(NOT_DELIVERED, "nothing is there")
          .ignored(STILL_DELIVERING, "nothing is there")
          .ignored(RESPONSES_TAKEN, "nothing is there")
          .ignored(TIME, "nothing is due")
          .ignored(ENDED, "nothing is there")
          .on(SERVED, bare(SinkTransition::servedUnknown), "the response goes out as it is", Set.of(NONE))
          .elsewhere(
              with(
                  RmEvent.Delivered.class,
                  (transition, event) -> transition.deliveries.delivered(event.number())),
              "forgotten; the next in turn is delivered",
              Set.of(DELIVERED))
          .elsewhere(
              with(
                  RmEvent.NotDelivered.class,
                  (transition, event) -> transition.deliveries.notDelivered(event.number(), event.by())),
              "tried again after a pause; given up after as many attempts as there may be",
              Set.of(NOT_DELIVERED))
          .elsewhere(
              with(
                  RmEvent.StillDelivering.class,
                  (transition, event) -> transition.deliveries.still(event.number(), event.by())),
              "waited for that much longer",
              Set.of(STILL_DELIVERING))
          .elsewhere(
              with(RmEvent.Served.class, (transition, event) -> transition.requests.served(event)),
              "received, and acknowledged with its response; a second response is the first",
              Set.of(SERVED))
          .elsewhere(
              with(
                  RmEvent.ResponsesTaken.class,
                  (transition, event) -> transition.requests.responsesTaken(event)),
              "their requests are forgotten",
              Set.of(RESPONSES_TAKEN))
          .elsewhere(
              bare(SinkTransition::unknown),
              "UnknownSequence",
              Set.of(ONE_WAY, REQUEST, ACK_REQUESTED, CLOSE, TERMINATE))
          .neverElsewhere("the sink chose a name that is taken", Set.of(CREATE))
          .build();

  private SinkTable() {}

  private static Action bare(Consumer<SinkTransition> action) {
    return (transition, event) -> action.accept(transition);
  }

  private static <E extends RmEvent.AtSink> Action with(
      Class<E> kind, BiConsumer<SinkTransition, E> action) {
    return (transition, event) -> action.accept(transition, kind.cast(event));
  }
}
