package org.dharch.core.store;

import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Determines which failed messages must be kept because they had been accepted. For messages of an
 * earlier opening of the store this is determined on demand. Guarded by its store.
 */
final class Promises {
  private final Set<StoreKey> promised = new HashSet<>();

  /** Failed messages that are not known to be promised. */
  private final NavigableSet<StoreKey> others = new TreeSet<>();

  private final NavigableSet<StoreKey> refusals = new TreeSet<>();

  /**
   * Adopts the messages that are in the store now.
   *
   * @param replays the messages to be replayed, which stay promised
   */
  void recounted(Set<StoreKey> failed, Set<StoreKey> replays) {
    promised.removeIf(key -> !failed.contains(key) && !replays.contains(key));
    others.clear();
    others.addAll(failed);
    others.removeAll(promised);
    refusals.retainAll(others);
  }

  /** Returns whether a message is known to be promised. */
  boolean has(StoreKey key) {
    return promised.contains(key);
  }

  /** Adds a failed message. */
  void failed(StoreKey key, boolean isPromised, boolean isRefusal) {
    refusals.remove(key);
    if (isPromised) {
      promised.add(key);
      others.remove(key);
    } else {
      others.add(key);
      if (isRefusal) {
        refusals.add(key);
      }
    }
  }

  /** Removes a message. */
  void dropped(StoreKey key) {
    promised.remove(key);
    others.remove(key);
    refusals.remove(key);
  }

  /**
   * Returns the oldest message that may be dropped; empty if none may.
   *
   * @param forRefusal whether it is dropped for a refusal: then only a refusal may be
   * @param wasAccepted determines whether a message had been accepted
   */
  Optional<StoreKey> oldest(boolean forRefusal, Predicate<StoreKey> wasAccepted) {
    if (!refusals.isEmpty()) {
      return Optional.of(refusals.first());
    }
    while (!forRefusal && !others.isEmpty()) {
      StoreKey first = others.first();
      if (!wasAccepted.test(first)) {
        return Optional.of(first);
      }
      failed(first, true, false);
    }
    return Optional.empty();
  }
}
