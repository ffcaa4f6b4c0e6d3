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
import static org.dharch.ws.rm.SinkTrigger.LEASE_RENEWED;
import static org.dharch.ws.rm.SinkTrigger.NOT_DELIVERED;
import static org.dharch.ws.rm.SinkTrigger.ONE_WAY;
import static org.dharch.ws.rm.SinkTrigger.REQUEST;
import static org.dharch.ws.rm.SinkTrigger.RESPONSES_ACKNOWLEDGED;
import static org.dharch.ws.rm.SinkTrigger.SERVED;
import static org.dharch.ws.rm.SinkTrigger.TERMINATE;
import static org.dharch.ws.rm.SinkTrigger.TIME;

import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.dharch.core.states.TransitionTable;

/** The transitions of a sequence at its sink: every state, every trigger (docs/rm.md). */
final class SinkTable {

  interface Action {
    void apply(SinkTransition transition, RmEvent.AtSink event);
  }

  static final TransitionTable<SinkState, SinkTrigger, Action> TABLE =
      new TransitionTable.Builder<SinkState, SinkTrigger, Action>(
              SinkState.class, SinkTrigger.class)
          .in(NONE)
          .on(
              CREATE,
              withEvent(RmEvent.Create.class, SinkTransition::create),
              "created, or CreateSequenceRefused by policy or a bound",
              Set.of(CREATED, NONE))
          .in(CREATED)
          .on(
              ONE_WAY,
              withEvent(RmEvent.OneWay.class, SinkTransition::oneWay),
              "store and acknowledge; deliver in order; a known number is only acknowledged; a"
                  + " message above a bound is dropped; LastMessageNumberExceeded above the last"
                  + " number (1.0)",
              Set.of(CREATED))
          .on(
              REQUEST,
              withEvent(
                  RmEvent.Request.class, (transition, event) -> transition.requests.receive(event)),
              "continue to the service in order, otherwise defer; answer a served request with its"
                  + " stored response; defer a request that is being served until its response or"
                  + " time limit",
              Set.of(CREATED))
          .on(
              ACK_REQUESTED,
              withoutEvent(SinkTransition::ackNow),
              "acknowledge immediately",
              Set.of(CREATED))
          .on(
              CLOSE,
              withEvent(RmEvent.CloseRequested.class, SinkTransition::close),
              "CloseSequenceResponse with the final acknowledgement; apply the incomplete "
                  + "sequence behavior",
              Set.of(CLOSED))
          .on(
              TERMINATE,
              withEvent(RmEvent.TerminateRequested.class, SinkTransition::terminate),
              "TerminateSequenceResponse (1.1), or TerminateSequence of the offered sequence"
                  + " (1.0); otherwise as CLOSE",
              Set.of(TERMINATED))
          .on(
              ENDED,
              withoutEvent(SinkTransition::end),
              "end as after expiration",
              Set.of(TERMINATED))
          .on(
              TIME,
              withoutEvent(SinkTransition::time),
              "run due actions: acknowledgements, deliveries, expired leases; end after expiration "
                  + "or the inactivity timeout",
              Set.of(CREATED, TERMINATED))
          .in(CLOSED)
          .on(
              ONE_WAY,
              withoutEvent(SinkTransition::closed),
              "SequenceClosed with the final acknowledgement",
              Set.of(CLOSED))
          .on(
              REQUEST,
              withEvent(
                  RmEvent.Request.class,
                  (transition, event) -> transition.requests.requestAfterClose(event)),
              "SequenceClosed with the final acknowledgement, except for the message that is being"
                  + " served",
              Set.of(CLOSED))
          .on(
              ACK_REQUESTED,
              withoutEvent(SinkTransition::ackNow),
              "the final acknowledgement",
              Set.of(CLOSED))
          .on(
              CLOSE,
              withoutEvent(SinkTransition::closeAgain),
              "CloseSequenceResponse again",
              Set.of(CLOSED))
          .on(
              TERMINATE,
              withEvent(RmEvent.TerminateRequested.class, SinkTransition::terminate),
              "TerminateSequenceResponse (1.1), or TerminateSequence of the offered sequence (1.0)",
              Set.of(TERMINATED))
          .on(
              ENDED,
              withoutEvent(SinkTransition::end),
              "end as after expiration",
              Set.of(TERMINATED))
          .on(
              TIME,
              withoutEvent(SinkTransition::time),
              "run due actions, as in CREATED",
              Set.of(CLOSED, TERMINATED))
          .in(TERMINATED)
          .on(
              ONE_WAY,
              withoutEvent(SinkTransition::terminated),
              "SequenceTerminated",
              Set.of(TERMINATED))
          .on(
              REQUEST,
              withEvent(
                  RmEvent.Request.class,
                  (transition, event) -> transition.requests.requestAfterTermination(event)),
              "SequenceTerminated, except for the message that is being served",
              Set.of(TERMINATED))
          .on(
              ACK_REQUESTED,
              withoutEvent(SinkTransition::terminated),
              "SequenceTerminated",
              Set.of(TERMINATED))
          .on(
              CLOSE,
              withoutEvent(SinkTransition::terminated),
              "SequenceTerminated",
              Set.of(TERMINATED))
          .on(
              TERMINATE,
              withoutEvent(SinkTransition::terminateAgain),
              "TerminateSequenceResponse again (1.1), or TerminateSequence (1.0)",
              Set.of(TERMINATED))
          .on(
              ENDED,
              withoutEvent(SinkTransition::drop),
              "drop messages given up and the sequence",
              Set.of(TERMINATED, NONE))
          .on(
              TIME,
              withoutEvent(SinkTransition::time),
              "run due deliveries; forget the sequence after its retention time and the last"
                  + " delivery",
              Set.of(TERMINATED, NONE))
          .in(NONE)
          .ignored(DELIVERED, "unknown sequence")
          .ignored(NOT_DELIVERED, "unknown sequence")
          .ignored(LEASE_RENEWED, "unknown sequence")
          .ignored(RESPONSES_ACKNOWLEDGED, "unknown sequence")
          .ignored(TIME, "nothing is due")
          .ignored(ENDED, "unknown sequence")
          .on(
              SERVED,
              withoutEvent(SinkTransition::servedUnknown),
              "send the response unchanged",
              Set.of(NONE))
          .elsewhere(
              withEvent(
                  RmEvent.Delivered.class,
                  (transition, event) -> transition.deliveries.delivered(event.number())),
              "forget the message; deliver the next one",
              Set.of(DELIVERED))
          .elsewhere(
              withEvent(
                  RmEvent.NotDelivered.class,
                  (transition, event) ->
                      transition.deliveries.notDelivered(event.number(), event.owner())),
              "retry after a delay; give up after the maximum number of attempts",
              Set.of(NOT_DELIVERED))
          .elsewhere(
              withEvent(
                  RmEvent.LeaseRenewed.class,
                  (transition, event) ->
                      transition.deliveries.renewLease(event.number(), event.owner())),
              "extend the lease",
              Set.of(LEASE_RENEWED))
          .elsewhere(
              withEvent(
                  RmEvent.Served.class, (transition, event) -> transition.requests.served(event)),
              "mark as received; acknowledge with the response; a second response gets the first"
                  + " one",
              Set.of(SERVED))
          .elsewhere(
              withEvent(
                  RmEvent.ResponsesAcknowledged.class,
                  (transition, event) -> transition.requests.responsesAcknowledged(event)),
              "forget their requests",
              Set.of(RESPONSES_ACKNOWLEDGED))
          .elsewhere(
              withoutEvent(SinkTransition::unknown),
              "UnknownSequence",
              Set.of(ONE_WAY, REQUEST, ACK_REQUESTED, CLOSE, TERMINATE))
          .neverElsewhere("the sink chose an identifier in use", Set.of(CREATE))
          .build();

  private SinkTable() {}

  private static Action withoutEvent(Consumer<SinkTransition> action) {
    return (transition, event) -> action.accept(transition);
  }

  private static <E extends RmEvent.AtSink> Action withEvent(
      Class<E> kind, BiConsumer<SinkTransition, E> action) {
    return (transition, event) -> action.accept(transition, kind.cast(event));
  }
}
