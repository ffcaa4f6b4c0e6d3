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

/** What may become of a sequence at its source: every state, every trigger (docs/rm.md). */
final class SourceTable {

  /** What a row does. */
  interface Action {
    void take(SourceTransition transition, RmEvent.AtSource event);
  }

  private static final String AGAIN =
      "a message that has a number goes out with it again; any other needs another sequence";

  private static final String HANDED_OVER =
      "the first that was not acknowledged in an interval goes back in the response";

  private static final Action FETCH = with(RmEvent.Fetched.class, SourceTransition::fetched);

  static final TransitionTable<SourceState, SourceTrigger, Action> TABLE =
      new TransitionTable.Builder<SourceState, SourceTrigger, Action>(
              SourceState.class, SourceTrigger.class)
          .in(NONE)
          .on(
              SourceTrigger.OPEN,
              with(RmEvent.Open.class, SourceTransition::open),
              "CreateSequence; created at once if it has a name",
              Set.of(CREATING, CREATED))
          .in(CREATING)
          .on(
              SourceTrigger.SEND,
              with(RmEvent.Send.class, (transition, event) -> transition.sent.queue(event)),
              "takes the next number, is kept, and put off until the sequence is created; only put "
                  + "off beyond the bound",
              Set.of(CREATING))
          .on(
              SourceTrigger.CREATED,
              with(RmEvent.Created.class, SourceTransition::created),
              "its messages go out; closed at once if that is wanted already; fails if the offered"
                  + " sequence is not accepted, or waits for another answer if it was asked for"
                  + " more than once",
              Set.of(CREATING, CREATED, CLOSING, ENDING, TERMINATING, FAILED, TERMINATED))
          .on(
              SourceTrigger.CREATE_REFUSED,
              with(RmEvent.CreateRefused.class, SourceTransition::refused),
              "fails, with what has a number",
              Set.of(FAILED, TERMINATED))
          .on(
              SourceTrigger.ACKNOWLEDGED,
              bare(SourceTransition::invalid),
              "InvalidAcknowledgement: nothing was sent",
              Set.of(CREATING))
          .on(
              SourceTrigger.CLOSE,
              bare(SourceTransition::closeLater),
              "closed when it is created",
              Set.of(CREATING))
          .on(
              SourceTrigger.TIME,
              bare(SourceTransition::time),
              "CreateSequence again; fails when that was tried for long enough",
              Set.of(CREATING, FAILED, TERMINATED))
          .in(CREATED)
          .on(
              SourceTrigger.SEND,
              with(RmEvent.Send.class, (transition, event) -> transition.sent.send(event)),
              "takes the next number, is kept and goes out; the last one begins the end; put off "
                  + "beyond the bound; after the greatest number another sequence is needed",
              Set.of(CREATED, CLOSING, ENDING))
          .on(
              SourceTrigger.ACKNOWLEDGED,
              with(RmEvent.Acknowledged.class, SourceTransition::acknowledged),
              "what it covers is forgotten; the others are tried again as if for the first time; "
                  + "InvalidAcknowledgement if it covers what was not sent; a final one that lacks "
                  + "something fails the sequence",
              Set.of(CREATED, TERMINATING, TERMINATED, FAILED))
          .on(
              SourceTrigger.CLOSE,
              bare(SourceTransition::close),
              "1.1: closed when all is acknowledged; 1.0: a last message that says so; nothing was "
                  + "sent: terminated",
              Set.of(CLOSING, ENDING, TERMINATING, TERMINATED))
          .on(
              SourceTrigger.TIME,
              bare(SourceTransition::time),
              "what is due is sent again; closed if it is idle; fails when it expires, or the sink"
                  + " is silent for too long",
              Set.of(CREATED, CLOSING, ENDING, TERMINATING, TERMINATED, FAILED))
          .in(Set.of(CLOSING, ENDING))
          .on(
              SourceTrigger.TIME,
              bare(SourceTransition::time),
              "what is due is sent again, at last CloseSequence (1.1); fails as when it is created",
              Set.of(CLOSING, ENDING, TERMINATING, TERMINATED, FAILED))
          .on(
              SourceTrigger.ACKNOWLEDGED,
              with(RmEvent.Acknowledged.class, SourceTransition::acknowledged),
              "as when it is created; when all is acknowledged, CloseSequence (1.1) or "
                  + "TerminateSequence (1.0)",
              Set.of(CLOSING, ENDING, TERMINATING, TERMINATED, FAILED))
          .onEach(Set.of(CREATED), SourceTrigger.FETCHED, FETCH, HANDED_OVER, Set.of(CREATED))
          .onEach(Set.of(CLOSING), SourceTrigger.FETCHED, FETCH, HANDED_OVER, Set.of(CLOSING))
          .onEach(Set.of(ENDING), SourceTrigger.FETCHED, FETCH, HANDED_OVER, Set.of(ENDING))
          .in(CLOSING)
          .on(
              SourceTrigger.CLOSE_ANSWERED,
              bare(SourceTransition::closeAnswered),
              "TerminateSequence, if all is acknowledged",
              Set.of(CLOSING, TERMINATING, TERMINATED))
          .in(TERMINATING)
          .on(
              SourceTrigger.TERMINATE_ANSWERED,
              bare(SourceTransition::terminated),
              "over",
              Set.of(TERMINATED))
          .on(SourceTrigger.FAULTED, bare(SourceTransition::terminated), "over", Set.of(TERMINATED))
          .on(SourceTrigger.ABANDONED, bare(SourceTransition::terminated), "over", Set.of(TERMINATED))
          .on(
              SourceTrigger.TIME,
              bare(SourceTransition::time),
              "TerminateSequence again; over after as many times as there may be",
              Set.of(TERMINATING, TERMINATED))
          .ignored(SourceTrigger.ACKNOWLEDGED, "all is acknowledged")
          .ignored(SourceTrigger.LACKING, "all is acknowledged")
          .in(TERMINATED)
          .on(SourceTrigger.TIME, bare(SourceTransition::time), "forgotten", Set.of(TERMINATED, NONE))
          .on(SourceTrigger.ABANDONED, bare(SourceTransition::drop), "forgotten", Set.of(NONE))
          .ignored(SourceTrigger.ACKNOWLEDGED, "all is acknowledged")
          .ignored(SourceTrigger.LACKING, "all is acknowledged")
          .ignored(SourceTrigger.FAULTED, "it is over")
          .in(FAILED)
          .on(
              SourceTrigger.SEND,
              with(RmEvent.Send.class, (transition, event) -> transition.sent.sendInVain(event)),
              "one that has a number is refused, with the reason; any other needs another sequence",
              Set.of(FAILED))
          .on(
              SourceTrigger.ACKNOWLEDGED,
              with(RmEvent.Acknowledged.class, SourceTransition::acknowledged),
              "what it covers is not lost after all",
              Set.of(FAILED, TERMINATED))
          .on(
              SourceTrigger.ABANDONED,
              bare(SourceTransition::drop),
              "what is left is dropped, and the sequence with it",
              Set.of(NONE))
          .on(SourceTrigger.TIME, bare(SourceTransition::time), "notes are forgotten", Set.of(FAILED))
          .ignored(SourceTrigger.LACKING, "nothing more is sent")
          .ignored(SourceTrigger.FAULTED, "it has failed")
          .onEach(
              Set.of(CREATING, CREATED, CLOSING, ENDING),
              SourceTrigger.FAULTED,
              with(RmEvent.Faulted.class, SourceTransition::faulted),
              "fails, with what is not acknowledged; over if all is",
              Set.of(FAILED, TERMINATING, TERMINATED))
          .onEach(
              Set.of(CREATING, CREATED, CLOSING, ENDING),
              SourceTrigger.ABANDONED,
              with(RmEvent.Abandoned.class, SourceTransition::abandoned),
              "fails, with what is not acknowledged; over if all is",
              Set.of(FAILED, TERMINATED))
          .in(NONE)
          .ignored(SourceTrigger.SEND, "it is opened first")
          .ignored(SourceTrigger.ON_THE_WIRE, "nothing is there")
          .ignored(SourceTrigger.ACKNOWLEDGED, "nothing is there")
          .ignored(SourceTrigger.LACKING, "nothing is there")
          .ignored(SourceTrigger.FAULTED, "nothing is there")
          .ignored(SourceTrigger.ABANDONED, "nothing is there")
          .ignored(SourceTrigger.TIME, "nothing is due")
          .elsewhere(
              with(RmEvent.Send.class, (transition, event) -> transition.sent.sendAgain(event)),
              AGAIN,
              Set.of(SourceTrigger.SEND))
          .elsewhere(
              with(RmEvent.OnTheWire.class, SourceTransition::onTheWire),
              "kept, to be sent again as it is",
              Set.of(SourceTrigger.ON_THE_WIRE))
          .elsewhere(
              with(RmEvent.Lacking.class, SourceTransition::lacking),
              "sent again at once, each once in an interval",
              Set.of(SourceTrigger.LACKING))
          .elsewhere(
              null,
              "late or doubled: nothing is done",
              Set.of(
                  SourceTrigger.CREATED,
                  SourceTrigger.CREATE_REFUSED,
                  SourceTrigger.CLOSE,
                  SourceTrigger.CLOSE_ANSWERED,
                  SourceTrigger.TERMINATE_ANSWERED))
          .elsewhere(null, "nothing waits", Set.of(SourceTrigger.FETCHED))
          .neverElsewhere("a sequence is opened once", Set.of(SourceTrigger.OPEN))
          .build();

  private SourceTable() {}

  private static Action bare(Consumer<SourceTransition> action) {
    return (transition, event) -> action.accept(transition);
  }

  private static <E extends RmEvent.AtSource> Action with(
      Class<E> kind, BiConsumer<SourceTransition, E> action) {
    return (transition, event) -> action.accept(transition, kind.cast(event));
  }
}
