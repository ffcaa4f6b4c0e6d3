package org.dharch.ws.rm;

import static org.dharch.ws.rm.SourceState.CLOSING;
import static org.dharch.ws.rm.SourceState.CREATED;
import static org.dharch.ws.rm.SourceState.CREATING;
import static org.dharch.ws.rm.SourceState.ENDING;
import static org.dharch.ws.rm.SourceState.FAILED;
import static org.dharch.ws.rm.SourceState.NONE;
import static org.dharch.ws.rm.SourceState.TERMINATED;
import static org.dharch.ws.rm.SourceState.TERMINATING;

import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.dharch.core.states.TransitionTable;

/** The transitions of a sequence at its source: every state, every trigger (docs/rm.md). */
final class SourceTable {

  interface Action {
    void apply(SourceTransition transition, RmEvent.AtSource event);
  }

  private static final String REPEAT =
      "repeat a message that has a number; any other needs another sequence";

  private static final String RETURN_PENDING =
      "return the first message without acknowledgement in an interval";

  private static final Action FETCH = withEvent(RmEvent.Fetched.class, SourceTransition::fetched);

  static final TransitionTable<SourceState, SourceTrigger, Action> TABLE =
      new TransitionTable.Builder<SourceState, SourceTrigger, Action>(
              SourceState.class, SourceTrigger.class)
          .in(NONE)
          .on(
              SourceTrigger.OPEN,
              withEvent(RmEvent.Open.class, SourceTransition::open),
              "CreateSequence; created immediately if the identifier is known",
              Set.of(CREATING, CREATED))
          .in(CREATING)
          .on(
              SourceTrigger.SEND,
              withEvent(RmEvent.Send.class, (transition, event) -> transition.sent.queue(event)),
              "take the next number, store, and defer until the sequence is created; only defer "
                  + "above the bound",
              Set.of(CREATING))
          .on(
              SourceTrigger.CREATED,
              withEvent(RmEvent.Created.class, SourceTransition::created),
              "send the messages; close immediately after CLOSE; fail if the offer is declined, or"
                  + " wait for another response after repeated requests",
              Set.of(CREATING, CREATED, CLOSING, ENDING, TERMINATING, FAILED, TERMINATED))
          .on(
              SourceTrigger.CREATE_REFUSED,
              withEvent(RmEvent.CreateRefused.class, SourceTransition::refused),
              "fail with all numbered messages",
              Set.of(FAILED, TERMINATED))
          .on(
              SourceTrigger.ACKNOWLEDGED,
              withoutEvent(SourceTransition::invalid),
              "InvalidAcknowledgement: no message was sent",
              Set.of(CREATING))
          .on(
              SourceTrigger.CLOSE,
              withoutEvent(SourceTransition::closeLater),
              "close after creation",
              Set.of(CREATING))
          .on(
              SourceTrigger.TIME,
              withoutEvent(SourceTransition::time),
              "repeat CreateSequence; fail after the time limit",
              Set.of(CREATING, FAILED, TERMINATED))
          .in(CREATED)
          .on(
              SourceTrigger.SEND,
              withEvent(RmEvent.Send.class, (transition, event) -> transition.sent.send(event)),
              "take the next number, store and send; the last message starts the end; defer above "
                  + "the bound; after the highest number another sequence is needed",
              Set.of(CREATED, CLOSING, ENDING))
          .on(
              SourceTrigger.ACKNOWLEDGED,
              withEvent(RmEvent.Acknowledged.class, SourceTransition::acknowledged),
              "forget acknowledged messages; reset the delays of the others; "
                  + "InvalidAcknowledgement if it covers unsent messages; fail after a final one "
                  + "with gaps",
              Set.of(CREATED, TERMINATING, TERMINATED, FAILED))
          .on(
              SourceTrigger.CLOSE,
              withoutEvent(SourceTransition::close),
              "1.1: close when all is acknowledged; 1.0: send LastMessage, except on the"
                  + " back-channel; terminate if no message was sent",
              Set.of(CLOSING, ENDING, TERMINATING, TERMINATED))
          .on(
              SourceTrigger.TIME,
              withoutEvent(SourceTransition::time),
              "retransmit due messages with AckRequested; close when idle; fail after expiration or"
                  + " the inactivity timeout",
              Set.of(CREATED, CLOSING, ENDING, TERMINATING, TERMINATED, FAILED))
          .in(Set.of(CLOSING, ENDING))
          .on(
              SourceTrigger.TIME,
              withoutEvent(SourceTransition::time),
              "retransmit due messages, finally CloseSequence (1.1); fail as in CREATED",
              Set.of(CLOSING, ENDING, TERMINATING, TERMINATED, FAILED))
          .on(
              SourceTrigger.ACKNOWLEDGED,
              withEvent(RmEvent.Acknowledged.class, SourceTransition::acknowledged),
              "as in CREATED; when all is acknowledged, CloseSequence (1.1) or "
                  + "TerminateSequence (1.0)",
              Set.of(CLOSING, ENDING, TERMINATING, TERMINATED, FAILED))
          .onEach(Set.of(CREATED), SourceTrigger.FETCHED, FETCH, RETURN_PENDING, Set.of(CREATED))
          .onEach(Set.of(CLOSING), SourceTrigger.FETCHED, FETCH, RETURN_PENDING, Set.of(CLOSING))
          .onEach(Set.of(ENDING), SourceTrigger.FETCHED, FETCH, RETURN_PENDING, Set.of(ENDING))
          .in(CLOSING)
          .on(
              SourceTrigger.CLOSE_ANSWERED,
              withoutEvent(SourceTransition::closeAnswered),
              "TerminateSequence, if all is acknowledged",
              Set.of(CLOSING, TERMINATING, TERMINATED))
          .in(TERMINATING)
          .on(
              SourceTrigger.TERMINATE_ANSWERED,
              withoutEvent(SourceTransition::terminated),
              "end",
              Set.of(TERMINATED))
          .on(
              SourceTrigger.FAULTED,
              withoutEvent(SourceTransition::terminated),
              "end",
              Set.of(TERMINATED))
          .on(
              SourceTrigger.ABANDONED,
              withoutEvent(SourceTransition::terminated),
              "end",
              Set.of(TERMINATED))
          .on(
              SourceTrigger.TIME,
              withoutEvent(SourceTransition::time),
              "repeat TerminateSequence; end after the maximum number of repetitions",
              Set.of(TERMINATING, TERMINATED))
          .ignored(SourceTrigger.ACKNOWLEDGED, "all is acknowledged")
          .ignored(SourceTrigger.MISSING, "all is acknowledged")
          .in(TERMINATED)
          .on(
              SourceTrigger.TIME,
              withoutEvent(SourceTransition::time),
              "forget the sequence",
              Set.of(TERMINATED, NONE))
          .on(
              SourceTrigger.ABANDONED,
              withoutEvent(SourceTransition::drop),
              "forget the sequence",
              Set.of(NONE))
          .ignored(SourceTrigger.ACKNOWLEDGED, "all is acknowledged")
          .ignored(SourceTrigger.MISSING, "all is acknowledged")
          .ignored(SourceTrigger.FAULTED, "the sequence has ended")
          .in(FAILED)
          .on(
              SourceTrigger.SEND,
              withEvent(
                  RmEvent.Send.class,
                  (transition, event) -> transition.sent.sendAfterFailure(event)),
              "refuse a message that has a number, with the reason; any other needs another"
                  + " sequence",
              Set.of(FAILED))
          .on(
              SourceTrigger.ACKNOWLEDGED,
              withEvent(RmEvent.Acknowledged.class, SourceTransition::acknowledged),
              "remove the acknowledged messages from the lost ones",
              Set.of(FAILED, TERMINATED))
          .on(
              SourceTrigger.ABANDONED,
              withoutEvent(SourceTransition::drop),
              "drop the remaining messages and the sequence",
              Set.of(NONE))
          .on(
              SourceTrigger.TIME,
              withoutEvent(SourceTransition::time),
              "forget old records",
              Set.of(FAILED))
          .ignored(SourceTrigger.MISSING, "no more messages are sent")
          .ignored(SourceTrigger.FAULTED, "the sequence has failed")
          .onEach(
              Set.of(CREATING, CREATED, CLOSING, ENDING),
              SourceTrigger.FAULTED,
              withEvent(RmEvent.Faulted.class, SourceTransition::faulted),
              "fail with unacknowledged messages; end if there are none",
              Set.of(FAILED, TERMINATING, TERMINATED))
          .onEach(
              Set.of(CREATING, CREATED, CLOSING, ENDING),
              SourceTrigger.ABANDONED,
              withEvent(RmEvent.Abandoned.class, SourceTransition::abandoned),
              "fail with unacknowledged messages; end if there are none",
              Set.of(FAILED, TERMINATED))
          .in(NONE)
          .ignored(SourceTrigger.SEND, "OPEN precedes it")
          .ignored(SourceTrigger.WIRE_FORM, "unknown sequence")
          .ignored(SourceTrigger.ACKNOWLEDGED, "unknown sequence")
          .ignored(SourceTrigger.MISSING, "unknown sequence")
          .ignored(SourceTrigger.FAULTED, "unknown sequence")
          .ignored(SourceTrigger.ABANDONED, "unknown sequence")
          .ignored(SourceTrigger.TIME, "nothing is due")
          .elsewhere(
              withEvent(
                  RmEvent.Send.class, (transition, event) -> transition.sent.sendAgain(event)),
              REPEAT,
              Set.of(SourceTrigger.SEND))
          .elsewhere(
              withEvent(
                  RmEvent.WireForm.class, (transition, event) -> transition.sent.wireForm(event)),
              "store for retransmission",
              Set.of(SourceTrigger.WIRE_FORM))
          .elsewhere(
              withEvent(RmEvent.Missing.class, SourceTransition::resendMissing),
              "retransmit immediately, each message once per interval",
              Set.of(SourceTrigger.MISSING))
          .elsewhere(
              null,
              "late or duplicate",
              Set.of(
                  SourceTrigger.CREATED,
                  SourceTrigger.CREATE_REFUSED,
                  SourceTrigger.CLOSE,
                  SourceTrigger.CLOSE_ANSWERED,
                  SourceTrigger.TERMINATE_ANSWERED))
          .elsewhere(null, "no message is pending", Set.of(SourceTrigger.FETCHED))
          .neverElsewhere("a sequence is opened only once", Set.of(SourceTrigger.OPEN))
          .build();

  private SourceTable() {}

  private static Action withoutEvent(Consumer<SourceTransition> action) {
    return (transition, event) -> action.accept(transition);
  }

  private static <E extends RmEvent.AtSource> Action withEvent(
      Class<E> kind, BiConsumer<SourceTransition, E> action) {
    return (transition, event) -> action.accept(transition, kind.cast(event));
  }
}
