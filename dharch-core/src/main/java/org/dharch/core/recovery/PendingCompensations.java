package org.dharch.core.recovery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compensates handlers of ended messages when no node could do it in time or the manager stopped
 * before. Retries until it succeeds, also after restarts. A compensation with an unknown result
 * waits for an operator to resolve it. Used by the store's thread, except {@link #left} and {@link
 * #ended}, which the event loop uses.
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
   * @param left its pending compensations, if any
   * @param again whether it was stored before, so that an operator may have resolved it meanwhile
   */
  private record Ended(StoredMessage message, Optional<byte[]> left, boolean again) {}

  private final MessageStore store;
  private final ProgressFormat format;
  private final Consumer<StoreKey> unrecord;
  private final Counters counters;
  private final Deque<Ended> unwritten = new ArrayDeque<>(); // guarded by itself
  private final Map<StoreKey, Integer> looks = new HashMap<>();
  private final Map<StoreKey, Integer> pauses = new HashMap<>();
  private Optional<Reentry> reentry = Optional.empty();

  /**
   * @param unrecord receives the messages whose progress records are no longer needed
   */
  PendingCompensations(
      MessageStore store, ProgressFormat format, Consumer<StoreKey> unrecord, Counters counters) {
    this.store = store;
    this.unrecord = unrecord;
    this.format = format;
    this.counters = counters;
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
      return store
          .read(StoreState.UNRESOLVED, key)
          .flatMap(StoredMessage::progress)
          .map(format::decode)
          .filter(known -> known.revision() >= progress.revision())
          .isPresent();
    } catch (MalformedMessageException e) {
      return false;
    }
  }

  /** Compensates a message of an earlier incarnation that must not continue. */
  void add(StoredMessage message, Fault why) {
    try {
      Progress progress = format.decode(message.progress().orElseThrow()).compensating(why);
      if (progress.isUnresolved()) {
        note(new Ended(message, Optional.of(format.encode(progress)), false));
      } else {
        unrecord.accept(message.key());
      }
    } catch (MalformedMessageException e) {
      note(new Ended(message, message.progress(), false)); // an operator must check it
    }
  }

  /** Stores the pending compensations of an ended message. Does not wait for a disk. */
  void left(StoredMessage message) {
    counters.count(Counter.UNRESOLVED);
    note(new Ended(message, message.progress(), false));
  }

  /** Records the end of another attempt. Does not wait for a disk. */
  void ended(StoredMessage message, Optional<byte[]> left) {
    note(new Ended(message, left, true));
  }

  private void note(Ended ended) {
    synchronized (unwritten) {
      if (unwritten.size() < MAX_NOTED) {
        unwritten.add(ended);
        return;
      }
    }
    counters.count(Counter.ERRORS);
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
      if (ended.left.isPresent() && !isResolved(ended)) {
        if (!store.unresolved(ended.message.so(ended.left.get()))) {
          return notKept(key, "full");
        }
      } else {
        LOG.info(
            "Pending compensations completed message={} how={}",
            key.id(),
            ended.left.isPresent() ? "resolved" : "compensated");
        store.remove(StoreState.UNRESOLVED, key);
        looks.remove(key);
        pauses.remove(key);
      }
      unrecord.accept(key);
      return true;
    } catch (StoreException e) {
      return notKept(key, e.getMessage());
    } catch (MalformedMessageException e) {
      counters.count(Counter.ERRORS);
      LOG.error(
          "Failed to store pending compensations message={} reason={}", key.id(), e.getMessage());
      return true;
    }
  }

  private boolean isResolved(Ended ended) {
    return ended.again && !store.keys(StoreState.UNRESOLVED).contains(ended.message.key());
  }

  private boolean notKept(StoreKey key, String why) {
    counters.count(Counter.PROGRESS_NOT_WRITTEN);
    LOG.error(
        "Failed to store pending compensations; retrying message={} reason={}", key.id(), why);
    return false;
  }

  /**
   * Admits the messages that can be compensated now.
   *
   * @param goesOn matches messages that must continue first and then report their compensations
   */
  synchronized void step(Set<StoreKey> taken, Predicate<StoreKey> goesOn) {
    if (reentry.isEmpty()) {
      return;
    }
    int capacity = MAX_AT_ONCE;
    for (StoreKey key : store.keys(StoreState.UNRESOLVED)) {
      if (taken.contains(key)) {
        capacity--;
      } else if (capacity > 0
          && !goesOn.test(key)
          && !isNoted(key) // otherwise the stored record is out of date
          && isDue(key)
          && enter(key, reentry.get())) {
        capacity--;
      }
    }
  }

  /** After a failed attempt, the next one follows after twice as many checks. */
  private boolean isDue(StoreKey key) {
    int left = looks.merge(key, -1, Integer::sum);
    return left <= 0;
  }

  private boolean enter(StoreKey key, Reentry through) {
    Optional<StoredMessage> message = store.read(StoreState.UNRESOLVED, key);
    if (message.isEmpty() || message.get().progress().isEmpty()) {
      return false;
    }
    Progress progress;
    try {
      progress = format.decode(message.get().progress().get());
    } catch (MalformedMessageException e) {
      LOG.error("Cannot read pending compensations message={} reason={}", key.id(), e.getMessage());
      looks.put(key, Integer.MAX_VALUE); // not in this incarnation
      return false;
    }
    if (!progress.hasPendingCompensations() || !through.mayCompensate(progress)) {
      return false;
    }
    int pause = Math.min(MOST_LOOKS, 2 * pauses.getOrDefault(key, 1));
    pauses.put(key, pause);
    looks.put(key, pause);
    return through.compensate(message.get(), progress);
  }
}
