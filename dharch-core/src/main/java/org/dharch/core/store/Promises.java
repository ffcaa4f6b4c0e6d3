package org.dharch.core.store;

import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which failed messages may not make room for others: those that had been accepted, since their
 * senders were told that they are kept. Of those that an earlier opening of the store left it is
 * found out when it matters. Not safe for threads: guarded by its store.
 */
final class Promises {
  private final Set<StoreKey> promised = new HashSet<>();

  /** Failed ones that are not known to be promised. */
  private final NavigableSet<StoreKey> others = new TreeSet<>();

  /** Those of them that are known to be refusals. */
  private final NavigableSet<StoreKey> refusals = new TreeSet<>();

  /**
   * What there is has been counted anew.
   *
   * @param replays those that are to be executed again, which stay promised
   */
  void counted(Set<StoreKey> failed, Set<StoreKey> replays) {
    promised.removeIf(key -> !failed.contains(key) && !replays.contains(key));
    others.clear();
    others.addAll(failed);
    others.removeAll(promised);
    refusals.retainAll(others);
  }

  /** Whether {@code key} is known to be one. */
  boolean has(StoreKey key) {
    return promised.contains(key);
  }

  /** A message is a failed one from now on. */
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

  /** It is there no more. */
  void gone(StoreKey key) {
    promised.remove(key);
    others.remove(key);
    refusals.remove(key);
  }

  /**
   * The oldest that may go; empty if none may.
   *
   * @param forRefusal whether it is to go for one: then none may but another
   * @param wasAccepted finds out of one that is not known
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
