package org.dharch.core.context;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.dharch.api.MessageId;
import org.dharch.core.spi.Ticker;
import org.dharch.core.view.MessageProgress;

/** Keeps the latest ended messages, oldest first, up to a bound. Thread-safe. */
public final class EndedMessages {
  /**
   * An ended message.
   *
   * @param began when it was admitted, by the ticker
   */
  private record Ended(MessageProgress message, long began) {
    MessageProgress seen(long now) {
      return message.since(Duration.ofNanos(now - began));
    }
  }

  private final int bound;
  private final Ticker ticker;
  private final ArrayDeque<Ended> latest = new ArrayDeque<>();

  public EndedMessages(int bound, Ticker ticker) {
    this.bound = bound;
    this.ticker = ticker;
  }

  /** Adds a message that ends now. */
  public synchronized void add(MessageProgress message) {
    if (bound == 0) {
      return;
    }
    if (latest.size() == bound) {
      latest.poll();
    }
    latest.add(new Ended(message, ticker.nanos() - message.duration().toNanos()));
  }

  /** Replaces the entry of an ended message after further compensation. */
  public synchronized void addAgain(MessageProgress message) {
    List<Ended> all = new ArrayList<>(latest);
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).message.id().equals(message.id())) {
        all.set(i, new Ended(message, all.get(i).began));
        latest.clear();
        latest.addAll(all);
        return;
      }
    }
    add(message);
  }

  public synchronized List<MessageProgress> snapshot() {
    long now = ticker.nanos();
    return new ArrayList<>(latest.stream().map(one -> one.seen(now)).toList());
  }

  /**
   * Returns the matching messages that were admitted at least {@code ago} before now; the latest to
   * end is first.
   */
  public synchronized List<MessageProgress> asked(Duration ago, Predicate<MessageProgress> which) {
    long now = ticker.nanos();
    List<MessageProgress> asked = new ArrayList<>();
    Iterator<Ended> back = latest.descendingIterator();
    while (back.hasNext()) {
      Ended one = back.next();
      if (now - one.began >= ago.toNanos() && which.test(one.message)) {
        asked.add(one.seen(now));
      }
    }
    return asked;
  }

  public synchronized Optional<MessageProgress> find(MessageId id) {
    Iterator<Ended> back = latest.descendingIterator(); // a replayed message may end again
    while (back.hasNext()) {
      Ended one = back.next();
      if (one.message.id().equals(id)) {
        return Optional.of(one.seen(ticker.nanos()));
      }
    }
    return Optional.empty();
  }
}
