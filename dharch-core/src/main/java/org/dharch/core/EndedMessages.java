package org.dharch.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;

/** The latest messages to end, oldest first, up to a bound; safe for any thread. */
final class EndedMessages {
  private final int bound;
  private final ArrayDeque<MessageProgress> latest = new ArrayDeque<>();

  EndedMessages(int bound) {
    this.bound = bound;
  }

  synchronized void add(MessageProgress message) {
    if (bound == 0) {
      return;
    }
    if (latest.size() == bound) {
      latest.poll();
    }
    latest.add(message);
  }

  synchronized List<MessageProgress> snapshot() {
    return new ArrayList<>(latest);
  }

  synchronized Optional<MessageProgress> find(MessageId id) {
    Iterator<MessageProgress> back = latest.descendingIterator(); // one may end again, replayed
    while (back.hasNext()) {
      MessageProgress message = back.next();
      if (message.id().equals(id)) {
        return Optional.of(message);
      }
    }
    return Optional.empty();
  }
}
