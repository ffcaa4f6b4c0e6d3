package org.dharch.core.node.journal;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;

/**
 * Keeps the last deferred attempt ({@link HandlerResult.Status#DEFERRED}) of each piece of work.
 * The earlier ones are not needed, because their manager abandoned them when it started the next
 * one. Therefore a handler that defers a message forever uses one entry, not one for each attempt.
 * Guarded by its owner.
 */
final class DeferredAttempts {
  /** The work of a handler on a message, independent of the attempt. */
  record Work(MessageId id, long incarnation, int index, String handler, Task.Purpose purpose) {
    static Work of(AttemptKey key) {
      return new Work(key.id(), key.incarnation(), key.index(), key.handler(), key.purpose());
    }
  }

  final Map<Work, AttemptKey> last = new HashMap<>();

  /**
   * Records that {@code key} was deferred.
   *
   * @return the attempt that is no longer needed; {@code key} itself if a later one was already
   *     deferred
   */
  Optional<AttemptKey> add(AttemptKey key) {
    Work work = Work.of(key);
    AttemptKey before = last.get(work);
    if (before != null && before.attempt() > key.attempt()) {
      return Optional.of(key);
    }
    last.put(work, key);
    return Optional.ofNullable(before).filter(it -> !it.equals(key));
  }

  /** Returns the last deferred attempt of the same work if it is later than {@code key}. */
  Optional<AttemptKey> after(AttemptKey key) {
    return Optional.ofNullable(last.get(Work.of(key))).filter(it -> it.attempt() > key.attempt());
  }

  /** Returns the last deferred attempt of the same work if it is earlier than {@code key}. */
  Optional<AttemptKey> before(AttemptKey key) {
    return Optional.ofNullable(last.get(Work.of(key))).filter(it -> it.attempt() < key.attempt());
  }

  /** Removes {@code key}. */
  void remove(AttemptKey key) {
    last.remove(Work.of(key), key);
  }
}
