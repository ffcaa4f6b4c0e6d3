package org.dharch.ws.rm;

import java.util.Optional;

/**
 * Manages requests that their own DHArch messages carry to the service. A request is owned until it
 * is served or its time limit expires, and counts as received only when it is served.
 */
final class SinkRequests {
  private final SinkTransition transition;
  private final SequenceMessages messages;

  SinkRequests(SinkTransition transition, SequenceMessages messages) {
    this.transition = transition;
    this.messages = messages;
  }

  void receive(RmEvent.Request event) {
    transition.recordActivity();
    long number = event.number();
    Optional<RmMessage> known = transition.at(number);
    if (known.isPresent()) {
      repeat(event, known.get());
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
    } else if (!event.hasCapacity() || transition.bounds.exceedsBounds(number, true)) {
      transition.defer(event.waits());
    } else {
      transition.serving++;
      own(event, RmMessage.of(number, MessageState.SERVING, event.owner(), 0));
    }
  }

  private void repeat(RmEvent.Request event, RmMessage known) {
    switch (known.state()) {
      case SERVING -> {
        if (known.owner().equals(event.owner())) {
          transition.add(new RmAction.Continue(known.number()));
        } else if (known.until() <= transition.now) {
          own(event, known); // its previous owner is dead
        } else {
          transition.defer(event.waits());
        }
      }
      case ANSWERED ->
          transition.add(
              new RmAction.AnswerStored(
                  known.number(), known.replyNumber(), transition.acknowledgement()));
      default -> transition.ack();
    }
  }

  private void own(RmEvent.Request event, RmMessage message) {
    long until = SinkTransition.plus(transition.now, event.ownershipMillis());
    transition.store(message.ownedBy(MessageState.SERVING, event.owner(), until), Optional.empty());
    transition.add(new RmAction.Continue(message.number()));
  }

  void requestAfterClose(RmEvent.Request event) {
    if (!isOwnedBy(event)) {
      transition.closed();
    }
  }

  void requestAfterTermination(RmEvent.Request event) {
    if (!isOwnedBy(event)) {
      transition.terminated();
    }
  }

  private boolean isOwnedBy(RmEvent.Request event) {
    boolean isOwner =
        transition
            .at(event.number())
            .filter(known -> known.state() == MessageState.SERVING)
            .filter(known -> known.owner().equals(event.owner()))
            .isPresent();
    if (isOwner) {
      transition.add(new RmAction.Continue(event.number()));
    }
    return isOwner;
  }

  void served(RmEvent.Served event) {
    Optional<RmMessage> known = transition.at(event.number());
    MessageState state = known.map(RmMessage::state).orElse(MessageState.HELD);
    if (state == MessageState.ANSWERED) {
      transition.add(
          new RmAction.AnswerStored(
              event.number(), known.get().replyNumber(), transition.acknowledgement()));
    } else if (state == MessageState.SERVING) {
      transition.serving--;
      transition.received = transition.received.add(event.number());
      transition.deliveries.advanceTo(event.number());
      answered(event, known.get());
      transition.add(
          new RmAction.Respond(event.number(), event.replyNumber(), transition.acknowledgement()));
      if (event.replyNumber() == 0 && event.response().isEmpty()) {
        transition.ackSoon(); // no message back can carry the acknowledgement
      }
      transition.deliveries.deliverNext();
    } else {
      transition.servedUnknown();
    }
  }

  private void answered(RmEvent.Served event, RmMessage request) {
    if (event.response().isPresent()) {
      int length = event.response().get().length;
      transition.store(
          request.answered(
              0, length, SinkTransition.plus(transition.now, transition.settings.responseMillis())),
          event.response());
    } else if (event.replyNumber() > 0) {
      transition.store(request.answered(event.replyNumber(), 0, RmMessage.NEVER), Optional.empty());
    } else {
      transition.forget(event.number());
    }
  }

  void responsesAcknowledged(RmEvent.ResponsesAcknowledged event) {
    Ranges numbers = event.numbers();
    for (int r = 0; r < numbers.count(); r++) {
      messages
          .withReplies(numbers.lower(r), numbers.upper(r))
          .forEach(request -> transition.forget(request.number()));
    }
  }
}
