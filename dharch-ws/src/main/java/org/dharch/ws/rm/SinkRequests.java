package org.dharch.ws.rm;

import java.util.Optional;

/**
 * Manages messages that their own DHArch messages carry to the service. A request is owned until it
 * has its response or its time limit passes. It counts as received only when it is served.
 */
final class SinkRequests {
  private final SinkTransition turn;
  private final Held messages;

  SinkRequests(SinkTransition turn, Held messages) {
    this.turn = turn;
    this.messages = messages;
  }

  void take(RmEvent.Request event) {
    turn.heard();
    long number = event.number();
    Optional<RmMessage> known = turn.at(number);
    if (known.isPresent()) {
      again(event, known.get());
    } else if (turn.received.contains(number)) {
      turn.ack(); // its response is acknowledged, or its retention time has passed
    } else if (turn.isBeyondLast(number, event.isLast())) {
      return;
    } else if (turn.terms.behavior() == IncompleteSequenceBehavior.DISCARD_ENTIRE_SEQUENCE) {
      turn.refuse(
          Refusal.Kind.SEQUENCE_TERMINATED,
          "a sequence with DiscardEntireSequence accepts no requests");
    } else if (turn.inOrder() && number != turn.deliveredTo + 1) {
      turn.later(event.waits());
    } else if (!event.hasRoom() || turn.bounds.isTooMuch(number, true)) {
      turn.later(event.waits());
    } else {
      turn.serving++;
      inHand(event, RmMessage.of(number, MessageState.SERVING, event.by(), 0));
    }
  }

  private void again(RmEvent.Request event, RmMessage known) {
    switch (known.state()) {
      case SERVING -> {
        if (known.by().equals(event.by())) {
          turn.act(new RmAction.GoOn(known.number()));
        } else if (known.until() <= turn.now) {
          inHand(event, known); // its previous owner is dead
        } else {
          turn.later(event.waits());
        }
      }
      case ANSWERED ->
          turn.act(
              new RmAction.AnswerStored(
                  known.number(), known.replyNumber(), turn.acknowledgement()));
      default -> turn.ack();
    }
  }

  private void inHand(RmEvent.Request event, RmMessage message) {
    long until = SinkTransition.plus(turn.now, event.handMillis());
    turn.keep(message.inHand(MessageState.SERVING, event.by(), until), Optional.empty());
    turn.act(new RmAction.GoOn(message.number()));
  }

  void requestAfterClose(RmEvent.Request event) {
    if (!isInHandOf(event)) {
      turn.closed();
    }
  }

  void requestAfterTermination(RmEvent.Request event) {
    if (!isInHandOf(event)) {
      turn.terminated();
    }
  }

  private boolean isInHandOf(RmEvent.Request event) {
    boolean same =
        turn.at(event.number())
            .filter(known -> known.state() == MessageState.SERVING)
            .filter(known -> known.by().equals(event.by()))
            .isPresent();
    if (same) {
      turn.act(new RmAction.GoOn(event.number()));
    }
    return same;
  }

  void served(RmEvent.Served event) {
    Optional<RmMessage> known = turn.at(event.number());
    MessageState was = known.map(RmMessage::state).orElse(MessageState.HELD);
    if (was == MessageState.ANSWERED) {
      turn.act(
          new RmAction.AnswerStored(
              event.number(), known.get().replyNumber(), turn.acknowledgement()));
    } else if (was == MessageState.SERVING) {
      turn.serving--;
      turn.received = turn.received.add(event.number());
      turn.deliveries.done(event.number());
      answered(event, known.get());
      turn.act(new RmAction.Respond(event.number(), event.replyNumber(), turn.acknowledgement()));
      if (event.replyNumber() == 0 && event.response().isEmpty()) {
        turn.ackSoon(); // it is a response itself, so no message back could carry the
        // acknowledgement
      }
      turn.deliveries.next();
    } else {
      turn.servedUnknown();
    }
  }

  private void answered(RmEvent.Served event, RmMessage request) {
    if (event.response().isPresent()) {
      int length = event.response().get().length;
      turn.keep(
          request.answered(0, length, SinkTransition.plus(turn.now, turn.settings.responseMillis())),
          event.response());
    } else if (event.replyNumber() > 0) {
      turn.keep(request.answered(event.replyNumber(), 0, RmMessage.NEVER), Optional.empty());
    } else {
      turn.forget(event.number());
    }
  }

  void responsesTaken(RmEvent.ResponsesTaken event) {
    Ranges numbers = event.numbers();
    for (int r = 0; r < numbers.count(); r++) {
      messages
          .withReplies(numbers.lower(r), numbers.upper(r))
          .forEach(request -> turn.forget(request.number()));
    }
  }
}
