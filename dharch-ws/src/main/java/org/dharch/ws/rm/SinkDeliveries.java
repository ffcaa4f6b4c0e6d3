package org.dharch.ws.rm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;

/**
 * Manages the stored messages of a sink: selects the next deliveries and records their progress.
 * In-order delivery has one message in progress, and the next one is the successor of the last
 * delivered one. When the sequence accepts no more messages, gaps are skipped.
 */
final class SinkDeliveries {
  private final SinkTransition transition;
  private final Held messages;

  SinkDeliveries(SinkTransition transition, Held messages) {
    this.transition = transition;
    this.messages = messages;
  }

  /** Stores a new message and delivers it if it is next. */
  void keep(long number, byte[] envelope) {
    RmMessage message = RmMessage.of(number, MessageState.HELD, "", envelope.length);
    transition.held++;
    if (mayDeliver() && isNext(number)) {
      deliver(message, Optional.of(envelope));
    } else {
      transition.keep(message, Optional.of(envelope));
    }
  }

  private boolean isNext(long number) {
    return transition.inOrder()
        ? number == transition.deliveredTo + 1
        : transition.delivering < transition.settings.maxDelivering();
  }

  /** Whether a delivery may start now. */
  private boolean mayDeliver() {
    boolean early =
        transition.terms.behavior() == IncompleteSequenceBehavior.DISCARD_ENTIRE_SEQUENCE
            && transition.state == SinkState.CREATED;
    boolean others = transition.inOrder() && (transition.delivering > 0 || transition.serving > 0);
    return !early && !others;
  }

  private void deliver(RmMessage message, Optional<byte[]> envelope) {
    String by = MessageId.random(transition.random).toString();
    long until = SinkTransition.plus(transition.now, transition.settings.leaseMillis());
    transition.delivering++;
    transition.keep(message.inHand(MessageState.DELIVERING, by, until), envelope);
    transition.act(new RmAction.Deliver(message.number(), by));
  }

  /** Starts all possible deliveries. */
  void next() {
    if (!mayDeliver()) {
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
    return waiting(1).stream().min(Comparator.comparingLong(RmMessage::number));
  }

  /** Returns at most {@code capacity} stored messages whose delivery is due. */
  private List<RmMessage> ready(int capacity) {
    int limit = Math.max(1, 2 * transition.settings.maxDelivering());
    while (capacity > 0) {
      List<RmMessage> waiting = waiting(limit);
      List<RmMessage> ready = waiting.stream().filter(this::isReady).limit(capacity).toList();
      if (ready.size() == capacity || limit >= transition.settings.maxHeld()) {
        return ready;
      }
      limit = transition.settings.maxHeld();
    }
    return List.of();
  }

  /** Returns the undelivered messages in their current state, by number. */
  private List<RmMessage> waiting(int limit) {
    List<RmMessage> waiting = new ArrayList<>();
    for (RmMessage message :
        messages.in(MessageState.HELD, limit + transition.changedMessages().size())) {
      if (!transition.isChanged(message.number())) {
        waiting.add(message);
      }
    }
    for (RmMessage message : transition.changedMessages()) {
      if (message.state() == MessageState.HELD) {
        waiting.add(message);
      }
    }
    waiting.sort(Comparator.comparingLong(RmMessage::number));
    return waiting;
  }

  private boolean isReady(RmMessage message) {
    return message.dueAt() == RmMessage.NEVER || message.dueAt() <= transition.now;
  }

  /** The service accepted it. */
  void delivered(long number) {
    Optional<RmMessage> known = transition.at(number).filter(SinkDeliveries::isKept);
    if (known.isEmpty()) {
      return;
    }
    if (known.get().state() == MessageState.DELIVERING) {
      transition.delivering--;
    }
    transition.held--;
    transition.forget(number);
    done(number);
    next();
  }

  private static boolean isKept(RmMessage message) {
    return switch (message.state()) {
      case HELD, DELIVERING, GIVEN_UP -> true;
      default -> false;
    };
  }

  /** It was served, delivered or given up, so the next number may be delivered. */
  void done(long number) {
    if (transition.inOrder()) {
      transition.deliveredTo = Math.max(transition.deliveredTo, number);
    }
  }

  void notDelivered(long number, String by) {
    onItsWay(number, by).ifPresent(this::failed);
    next();
  }

  private void failed(RmMessage message) {
    int attempts = message.attempts() + 1;
    transition.delivering--;
    if (attempts >= transition.settings.maxDeliveries()) {
      transition.keep(
          message.released(MessageState.GIVEN_UP, attempts, RmMessage.NEVER), Optional.empty());
      transition.act(new RmAction.GaveUp(message.number()));
      done(message.number());
    } else {
      long pause = transition.settings.retry().millis(message.attempts(), transition.random);
      transition.keep(
          message.released(MessageState.HELD, attempts, transition.now + pause), Optional.empty());
    }
  }

  void still(long number, String by) {
    long until = SinkTransition.plus(transition.now, transition.settings.leaseMillis());
    onItsWay(number, by)
        .ifPresent(
            message ->
                transition.keep(
                    message.inHand(MessageState.DELIVERING, by, until), Optional.empty()));
  }

  private Optional<RmMessage> onItsWay(long number, String by) {
    return transition
        .at(number)
        .filter(message -> message.state() == MessageState.DELIVERING && message.by().equals(by));
  }

  /**
   * Handles deliveries whose lease has expired; it is unknown whether the service has the messages.
   */
  void overdue() {
    int most = transition.settings.maxDelivering();
    for (RmMessage message : messages.in(MessageState.DELIVERING, most)) {
      if (message.until() <= transition.now) {
        transition.delivering--;
        transition.keep(
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
            : transition.received.prefix() + 1; // it is incomplete, so there is a higher number
    Ranges discarded = Ranges.EMPTY;
    for (RmMessage message : messages.in(MessageState.HELD, transition.settings.maxHeld())) {
      if (message.number() >= from) {
        transition.held--;
        transition.forget(message.number());
        discarded = discarded.add(message.number());
      }
    }
    if (!discarded.isEmpty()) {
      transition.act(new RmAction.Discarded(discarded));
    }
  }
}
