package org.dharch.ws.rm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;

/**
 * Manages the stored messages of a sink. In-order delivery processes one message at a time. When
 * the sequence accepts no more messages, gaps are skipped.
 */
final class SinkDeliveries {
  private final SinkTransition transition;
  private final SequenceMessages messages;

  SinkDeliveries(SinkTransition transition, SequenceMessages messages) {
    this.transition = transition;
    this.messages = messages;
  }

  /** Stores a new message; delivers it if it is next. */
  void store(long number, byte[] envelope) {
    RmMessage message = RmMessage.of(number, MessageState.HELD, "", envelope.length);
    transition.held++;
    if (canDeliver() && isNext(number)) {
      deliver(message, Optional.of(envelope));
    } else {
      transition.store(message, Optional.of(envelope));
    }
  }

  private boolean isNext(long number) {
    return transition.inOrder()
        ? number == transition.deliveredTo + 1
        : transition.delivering < transition.settings.maxDelivering();
  }

  private boolean canDeliver() {
    boolean isTooEarly =
        transition.terms.behavior() == IncompleteSequenceBehavior.DISCARD_ENTIRE_SEQUENCE
            && transition.state == SinkState.CREATED;
    boolean isOccupied =
        transition.inOrder() && (transition.delivering > 0 || transition.serving > 0);
    return !isTooEarly && !isOccupied;
  }

  private void deliver(RmMessage message, Optional<byte[]> envelope) {
    String owner = MessageId.random(transition.random).toString();
    long until = SinkTransition.plus(transition.now, transition.settings.leaseMillis());
    transition.delivering++;
    transition.store(message.ownedBy(MessageState.DELIVERING, owner, until), envelope);
    transition.add(new RmAction.Deliver(message.number(), owner));
  }

  /** Starts all possible deliveries. */
  void deliverNext() {
    if (!canDeliver()) {
      return;
    }
    if (transition.inOrder()) {
      nextInOrder().filter(this::isReady).ifPresent(next -> deliver(next, Optional.empty()));
      return;
    }
    int capacity = transition.settings.maxDelivering() - transition.delivering;
    for (RmMessage message : ready(capacity)) {
      deliver(message, Optional.empty());
    }
  }

  private Optional<RmMessage> nextInOrder() {
    if (transition.state == SinkState.CREATED) {
      return transition
          .at(transition.deliveredTo + 1)
          .filter(message -> message.state() == MessageState.HELD);
    }
    return undelivered(1).stream().min(Comparator.comparingLong(RmMessage::number));
  }

  /** Returns at most {@code capacity} stored messages whose delivery is due. */
  private List<RmMessage> ready(int capacity) {
    int limit = Math.max(1, 2 * transition.settings.maxDelivering());
    while (capacity > 0) {
      List<RmMessage> undelivered = undelivered(limit);
      List<RmMessage> ready = undelivered.stream().filter(this::isReady).limit(capacity).toList();
      if (ready.size() == capacity || limit >= transition.settings.maxHeld()) {
        return ready;
      }
      limit = transition.settings.maxHeld();
    }
    return List.of();
  }

  /** Returns the undelivered messages with the changes of this event, by number. */
  private List<RmMessage> undelivered(int limit) {
    List<RmMessage> undelivered = new ArrayList<>();
    for (RmMessage message :
        messages.in(MessageState.HELD, limit + transition.changedMessages().size())) {
      if (!transition.isChanged(message.number())) {
        undelivered.add(message);
      }
    }
    for (RmMessage message : transition.changedMessages()) {
      if (message.state() == MessageState.HELD) {
        undelivered.add(message);
      }
    }
    undelivered.sort(Comparator.comparingLong(RmMessage::number));
    return undelivered;
  }

  private boolean isReady(RmMessage message) {
    return message.dueAt() == RmMessage.NEVER || message.dueAt() <= transition.now;
  }

  void delivered(long number) {
    Optional<RmMessage> known = transition.at(number).filter(SinkDeliveries::isStored);
    if (known.isEmpty()) {
      return;
    }
    if (known.get().state() == MessageState.DELIVERING) {
      transition.delivering--;
    }
    transition.held--;
    transition.forget(number);
    advanceTo(number);
    deliverNext();
  }

  private static boolean isStored(RmMessage message) {
    return switch (message.state()) {
      case HELD, DELIVERING, GIVEN_UP -> true;
      default -> false;
    };
  }

  /** Permits the delivery of the next number. */
  void advanceTo(long number) {
    if (transition.inOrder()) {
      transition.deliveredTo = Math.max(transition.deliveredTo, number);
    }
  }

  void notDelivered(long number, String owner) {
    inDelivery(number, owner).ifPresent(this::recordFailure);
    deliverNext();
  }

  private void recordFailure(RmMessage message) {
    int attempts = message.attempts() + 1;
    transition.delivering--;
    if (attempts >= transition.settings.maxDeliveries()) {
      transition.store(
          message.released(MessageState.GIVEN_UP, attempts, RmMessage.NEVER), Optional.empty());
      transition.add(new RmAction.GaveUp(message.number()));
      advanceTo(message.number());
    } else {
      long pause = transition.settings.retry().millis(message.attempts(), transition.random);
      transition.store(
          message.released(MessageState.HELD, attempts, transition.now + pause), Optional.empty());
    }
  }

  void renewLease(long number, String owner) {
    long until = SinkTransition.plus(transition.now, transition.settings.leaseMillis());
    inDelivery(number, owner)
        .ifPresent(
            message ->
                transition.store(
                    message.ownedBy(MessageState.DELIVERING, owner, until), Optional.empty()));
  }

  private Optional<RmMessage> inDelivery(long number, String owner) {
    return transition
        .at(number)
        .filter(
            message -> message.state() == MessageState.DELIVERING && message.owner().equals(owner));
  }

  /** Expires leases; it is unknown whether the service has the messages. */
  void expireLeases() {
    int limit = transition.settings.maxDelivering();
    for (RmMessage message : messages.in(MessageState.DELIVERING, limit)) {
      if (message.until() <= transition.now) {
        transition.delivering--;
        transition.store(
            message.released(MessageState.HELD, message.attempts(), RmMessage.NEVER),
            Optional.empty());
      }
    }
  }

  /** Applies the incomplete sequence behavior when the sequence accepts no more messages. */
  void discard(long last) {
    boolean isComplete =
        transition.received.gaps().isEmpty() && (last == 0 || last <= transition.received.max());
    IncompleteSequenceBehavior behavior = transition.terms.behavior();
    if (isComplete || behavior == IncompleteSequenceBehavior.NO_DISCARD) {
      return;
    }
    long from =
        behavior == IncompleteSequenceBehavior.DISCARD_ENTIRE_SEQUENCE
            ? 1
            : transition.received.prefix() + 1;
    Ranges discarded = Ranges.EMPTY;
    for (RmMessage message : messages.in(MessageState.HELD, transition.settings.maxHeld())) {
      if (message.number() >= from) {
        transition.held--;
        transition.forget(message.number());
        discarded = discarded.add(message.number());
      }
    }
    if (!discarded.isEmpty()) {
      transition.add(new RmAction.Discarded(discarded));
    }
  }
}
