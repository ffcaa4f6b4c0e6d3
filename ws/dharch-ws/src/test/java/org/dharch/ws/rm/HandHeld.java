package org.dharch.ws.rm;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The messages of a sequence that is stepped by hand. */
final class HandHeld implements SequenceMessages {
  private final NavigableMap<Long, RmMessage> messages = new TreeMap<>();
  private final Map<Long, byte[]> envelopes = new HashMap<>();

  /** Does what a machine wants done in the store. */
  void apply(List<RmAction> actions) {
    for (RmAction action : actions) {
      if (action instanceof RmAction.StoreMessage keep) {
        messages.put(keep.message().number(), keep.message());
        keep.envelope().ifPresent(envelope -> envelopes.put(keep.message().number(), envelope));
      } else if (action instanceof RmAction.Forget forget) {
        messages.keySet().removeIf(forget.numbers()::contains);
      } else if (action instanceof RmAction.RemoveSequence) {
        messages.clear();
      }
    }
  }

  /** As {@code 1:SENT 2:QUEUED}. */
  String states() {
    return String.join(
        " ", messages.values().stream().map(it -> it.number() + ":" + it.state()).toList());
  }

  RmMessage message(long number) {
    return messages.get(number);
  }

  private Stream<RmMessage> all(MessageState state) {
    return messages.values().stream().filter(it -> it.state() == state);
  }

  @Override
  public Optional<RmMessage> at(long number) {
    return Optional.ofNullable(messages.get(number));
  }

  @Override
  public Optional<RmMessage> ownedBy(String hand) {
    return messages.values().stream().filter(it -> it.owner().equals(hand)).findFirst();
  }

  @Override
  public List<RmMessage> in(MessageState state, int limit) {
    return all(state).limit(limit).toList();
  }

  @Override
  public List<RmMessage> due(MessageState state, long now, int limit) {
    return all(state)
        .filter(it -> it.dueAt() <= now)
        .sorted(Comparator.comparingLong(RmMessage::dueAt))
        .limit(limit)
        .toList();
  }

  @Override
  public List<RmMessage> between(long lower, long upper, int limit) {
    return messages.subMap(lower, true, upper, true).values().stream().limit(limit).toList();
  }

  @Override
  public List<RmMessage> withReplies(long lower, long upper) {
    return all(MessageState.ANSWERED)
        .filter(it -> it.replyNumber() >= lower && it.replyNumber() <= upper)
        .toList();
  }

  @Override
  public long nextDue(long now) {
    return messages.values().stream()
        .mapToLong(RmMessage::dueAt)
        .filter(due -> due > now)
        .min()
        .orElse(RmMessage.NEVER);
  }
}
