package org.dharch.core.recovery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.metrics.Counter;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compensates handlers of ended messages when no node could do it in time or the manager stopped
 * before. Retries until it succeeds, also after restarts. A compensation with an unknown result
 * waits for an operator to resolve it. Used by the store's thread, except {@link
 * #add(StoredMessage)} and {@link #ended}, which the event loop uses.
 */
public final class PendingCompensations {
  private static final Logger LOG = LoggerFactory.getLogger(PendingCompensations.class);

  /** The bound on such messages that are noted and not yet written. */
  private static final int MAX_NOTED = 10_000;

  /** The bound on messages that are compensated in parallel. */
  private static final int MAX_AT_ONCE = 16;

  /** The longest time between two attempts, in checks of the store. */
  private static final int MOST_LOOKS = 64;

  /** Admits such a message again. */
  public interface Reentry {
    /** Returns whether its pending compensations can run now. */
    boolean mayCompensate(Progress progress);

    /** Starts the compensation; returns false if there is no free slot. */
    boolean compensate(StoredMessage message, Progress progress);
  }

  /**
   * A message whose attempt has ended.
   *
   * @param pending its pending compensations, if any
   * @param again whether it was stored before, so that an operator may have resolved it meanwhile
   */
  private record Ended(StoredMessage message, Optional<byte[]> pending, boolean again) {}

  /** A message that waits for its next attempt. */
  private static final class Waiting {
    /** When its record was found or written: its attempts were sent before. */
    private long since;

    /** The checks of the store until the next attempt. */
    private int looks;

    private int pause = 1;

    Waiting(long since) {
      this.since = since;
    }
  }

  private final StoreContext context;
  private final Consumer<StoreKey> unrecord;
  private final Deque<Ended> unwritten = new ArrayDeque<>(); // guarded by itself
  private final Map<StoreKey, Waiting> waiting = new HashMap<>();
  private Optional<Reentry> reentry = Optional.empty();

  /**
   * @param unrecord receives the messages whose progress records are no longer needed
   */
  PendingCompensations(StoreContext context, Consumer<StoreKey> unrecord) {
    this.context = context;
    this.unrecord = unrecord;
  }

  /** Admits messages through {@code value} from now on. */
  synchronized void through(Reentry value) {
    reentry = Optional.of(value);
  }

  /** Returns whether a message with this progress at the manager's stop needs no compensation. */
  boolean isEnded(Progress progress) {
    return switch (progress.course()) {
      case COMPLETED, RESPONDED -> true;
      case FAILED, FAILED_COMPENSATING, COMPENSATING ->
          !progress.hasPendingCompensations() && progress.doubts().isEmpty();
      case RUNNING -> false;
    };
  }

  /** Returns whether the store has later progress of the message. */
  boolean hasLater(StoreKey key, Progress progress) {
    try {
      return context
          .store()
          .read(StoreState.UNRESOLVED, key)
          .flatMap(StoredMessage::progress)
          .map(context.format()::decode)
          .filter(known -> known.revision() >= progress.revision())
          .isPresent();
    } catch (MalformedMessageException e) {
      return false;
    }
  }

  /** Compensates a message of an earlier incarnation that must not continue. */
  void add(StoredMessage message, Fault why) {
    try {
      add(message, context.format().decode(message.progress().orElseThrow()).compensating(why));
    } catch (MalformedMessageException e) {
      addUnreadable(message);
    }
  }

  /** Compensates a message of an earlier incarnation as {@code progress} requires. */
  void add(StoredMessage message, Progress progress) {
    if (progress.isUnresolved()) {
      note(new Ended(message, Optional.of(context.format().encode(progress)), false));
    } else {
      unrecord.accept(message.key());
    }
  }

  /** Stores a message with unreadable progress, which an operator must check. */
  void addUnreadable(StoredMessage message) {
    note(new Ended(message, message.progress(), false));
  }

  /** Stores the pending compensations of an ended message. Does not wait for a disk. */
  void add(StoredMessage message) {
    context.counters().count(Counter.UNRESOLVED);
    note(new Ended(message, message.progress(), false));
    context.wake().run();
  }

  /** Records the end of another attempt. Does not wait for a disk. */
  void ended(StoredMessage message, Optional<byte[]> pending) {
    note(new Ended(message, pending, true));
  }

  private void note(Ended ended) {
    synchronized (unwritten) {
      if (unwritten.size() < MAX_NOTED) {
        unwritten.add(ended);
        return;
      }
    }
    context.counters().count(Counter.ERRORS);
    LOG.error("Dropped pending compensations message={} reason=too-many", ended.message.key().id());
  }

  /** Returns whether a note of this message is not written yet. */
  boolean isNoted(StoreKey key) {
    synchronized (unwritten) {
      return unwritten.stream().anyMatch(ended -> ended.message.key().equals(key));
    }
  }

  /** Writes the noted messages as far as the disk accepts them; the next call writes the rest. */
  synchronized void flush() {
    Ended next = peek();
    while (next != null && write(next)) {
      synchronized (unwritten) {
        unwritten.remove();
      }
      next = peek();
    }
  }

  private Ended peek() {
    synchronized (unwritten) {
      return unwritten.peek();
    }
  }

  /**
   * Runs {@code resolves} for an operator, never between a check and its write. The result of an
   * attempt that is running is then ignored.
   */
  synchronized boolean resolve(BooleanSupplier resolves) {
    return resolves.getAsBoolean();
  }

  /** Returns false if the write must be retried. */
  private boolean write(Ended ended) {
    StoreKey key = ended.message.key();
    try {
      if (ended.pending.isPresent() && !isResolved(ended)) {
        if (!context.store().unresolved(ended.message.so(ended.pending.get()))) {
          return notKept(key, "full");
        }
        long now = context.ticker().nanos();
        waiting.computeIfAbsent(key, k -> new Waiting(now)).since = now;
      } else {
        LOG.info(
            "Pending compensations completed message={} how={}",
            key.id(),
            ended.pending.isPresent() ? "resolved" : "compensated");
        context.store().remove(StoreState.UNRESOLVED, key);
        waiting.remove(key);
      }
      unrecord.accept(key);
      return true;
    } catch (StoreException e) {
      return notKept(key, e.getMessage());
    } catch (MalformedMessageException e) {
      context.counters().count(Counter.ERRORS);
      LOG.error(
          "Failed to store pending compensations message={} reason={}", key.id(), e.getMessage());
      return true;
    }
  }

  private boolean isResolved(Ended ended) {
    return ended.again
        && !context.store().keys(StoreState.UNRESOLVED).contains(ended.message.key());
  }

  private boolean notKept(StoreKey key, String why) {
    context.counters().count(Counter.PROGRESS_NOT_WRITTEN);
    LOG.error(
        "Failed to store pending compensations; retrying message={} reason={}", key.id(), why);
    return false;
  }

  /**
   * Admits the messages that can be compensated now.
   *
   * @param mustContinue matches messages that must continue first and then report their
   *     compensations
   */
  synchronized void step(Set<StoreKey> taken, Predicate<StoreKey> mustContinue) {
    if (reentry.isEmpty()) {
      return;
    }
    int capacity = MAX_AT_ONCE;
    List<StoreKey> keys = context.store().keys(StoreState.UNRESOLVED);
    waiting.keySet().retainAll(keys);
    for (StoreKey key : keys) {
      waiting.computeIfAbsent(key, k -> new Waiting(context.ticker().nanos()));
      if (taken.contains(key)) {
        capacity--;
      } else if (capacity > 0
          && !mustContinue.test(key)
          && !isNoted(key) // otherwise the stored record is out of date
          && isDue(key)
          && enter(key, reentry.get())) {
        capacity--;
      }
    }
  }

  /** After a failed attempt, the next one follows after twice as many checks. */
  private boolean isDue(StoreKey key) {
    return --waiting.get(key).looks <= 0;
  }

  private boolean enter(StoreKey key, Reentry through) {
    Optional<StoredMessage> message = context.store().read(StoreState.UNRESOLVED, key);
    if (message.isEmpty() || message.get().progress().isEmpty()) {
      return false;
    }
    Waiting wait = waiting.get(key);
    Progress progress;
    try {
      progress =
          context
              .format()
              .decode(message.get().progress().get())
              .waited(context.ticker().nanos() - wait.since);
    } catch (MalformedMessageException e) {
      LOG.error("Cannot read pending compensations message={} reason={}", key.id(), e.getMessage());
      wait.looks = Integer.MAX_VALUE; // not in this incarnation
      return false;
    }
    if (!progress.hasPendingCompensations() || !through.mayCompensate(progress)) {
      return false;
    }
    wait.pause = Math.min(MOST_LOOKS, 2 * wait.pause);
    wait.looks = wait.pause;
    return through.compensate(message.get(), progress);
  }
}
