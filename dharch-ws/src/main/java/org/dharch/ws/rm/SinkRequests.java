package org.dharch.ws.rm;

import java.util.Optional;

/**
 * Manages messages that their own DHArch messages carry to the service. A request is owned until it
 * has its response or its time limit passes. It counts as received only when it is served.
 */
final class SinkRequests {
  private final SinkTransition transition;
  private final Held messages;

  SinkRequests(SinkTransition transition, Held messages) {
    this.transition = transition;
    this.messages = messages;
  }

  void take(RmEvent.Request event) {
    transition.heard();
    long number = event.number();
    Optional<RmMessage> known = transition.at(number);
    if (known.isPresent()) {
      again(event, known.get());
    } else if (transition.received.contains(number)) {
      transition.ack(); // its response is acknowledged, or its retention time has passed
    } else if (transition.isBeyondLast(number, event.isLast())) {
      return;
    } else if (transition.terms.behavior() == IncompleteSequenceBehavior.DISCARD_ENTIRE_SEQUENCE) {
      transition.refuse(
          Refusal.Kind.SEQUENCE_TERMINATED,
          "a sequence with DiscardEntireSequence accepts no requests");
    } else if (transition.inOrder() && number != transition.deliveredTo + 1) {
      transition.defer(event.waits());
    } else if (!event.hasCapacity() || transition.bounds.isTooMuch(number, true)) {
      transition.defer(event.waits());
    } else {
      transition.serving++;
      inHand(event, RmMessage.of(number, MessageState.SERVING, event.by(), 0));
    }
  }

  private void again(RmEvent.Request event, RmMessage known) {
    switch (known.state()) {
      case SERVING -> {
        if (known.by().equals(event.by())) {
          transition.act(new RmAction.GoOn(known.number()));
        } else if (known.until() <= transition.now) {
          inHand(event, known); // its previous owner is dead
        } else {
          transition.defer(event.waits());
        }
      }
      case ANSWERED ->
          transition.act(
              new RmAction.AnswerStored(
                  known.number(), known.replyNumber(), transition.acknowledgement()));
      default -> transition.ack();
    }
  }

  private void inHand(RmEvent.Request event, RmMessage message) {
    long until = SinkTransition.plus(transition.now, event.handMillis());
    transition.keep(message.inHand(MessageState.SERVING, event.by(), until), Optional.empty());
    transition.act(new RmAction.GoOn(message.number()));
  }

  void requestAfterClose(RmEvent.Request event) {
    if (!isInHandOf(event)) {
      transition.closed();
    }
  }

  void requestAfterTermination(RmEvent.Request event) {
    if (!isInHandOf(event)) {
      transition.terminated();
    }
  }

  private boolean isInHandOf(RmEvent.Request event) {
    boolean same =
        transition
            .at(event.number())
            .filter(known -> known.state() == MessageState.SERVING)
            .filter(known -> known.by().equals(event.by()))
            .isPresent();
    if (same) {
      transition.act(new RmAction.GoOn(event.number()));
    }
    return same;
  }

  void served(RmEvent.Served event) {
    Optional<RmMessage> known = transition.at(event.number());
    MessageState was = known.map(RmMessage::state).orElse(MessageState.HELD);
    if (was == MessageState.ANSWERED) {
      transition.act(
          new RmAction.AnswerStored(
              event.number(), known.get().replyNumber(), transition.acknowledgement()));
    } else if (was == MessageState.SERVING) {
      transition.serving--;
      transition.received = transition.received.add(event.number());
      transition.deliveries.done(event.number());
      answered(event, known.get());
      transition.act(
          new RmAction.Respond(event.number(), event.replyNumber(), transition.acknowledgement()));
      if (event.replyNumber() == 0 && event.response().isEmpty()) {
        transition.ackSoon(); // it is a response itself, so no message back could carry the
        // acknowledgement
      }
      transition.deliveries.next();
    } else {
      transition.servedUnknown();
    }
  }

  private void answered(RmEvent.Served event, RmMessage request) {
    if (event.response().isPresent()) {
      int length = event.response().get().length;
      transition.keep(
          request.answered(
              0, length, SinkTransition.plus(transition.now, transition.settings.responseMillis())),
          event.response());
    } else if (event.replyNumber() > 0) {
      transition.keep(request.answered(event.replyNumber(), 0, RmMessage.NEVER), Optional.empty());
    } else {
      transition.forget(event.number());
    }
  }

  void responsesTaken(RmEvent.ResponsesTaken event) {
    Ranges numbers = event.numbers();
    for (int r = 0; r < numbers.count(); r++) {
      messages
          .withReplies(numbers.lower(r), numbers.upper(r))
          .forEach(request -> transition.forget(request.number()));
    }
  }
}
