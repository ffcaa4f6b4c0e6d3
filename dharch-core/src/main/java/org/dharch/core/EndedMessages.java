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

  /** One that had ended, and of which more has been undone: it stands in its own place. */
  synchronized void addAgain(MessageProgress message) {
    List<MessageProgress> all = snapshot();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).id().equals(message.id())) {
        all.set(i, message);
        latest.clear();
        latest.addAll(all);
        return;
      }
    }
    add(message);
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
