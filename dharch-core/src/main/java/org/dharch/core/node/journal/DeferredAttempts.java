package org.dharch.core.node.journal;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;

/**
 * Of the attempts in which a handler did nothing and wanted its message later ({@link
 * HandlerResult.Status#DEFERRED}), the last of each piece of work: the earlier ones need not be
 * kept, since their manager has given them up with the next one's beginning. So a handler that puts
 * a message off for ever is remembered once and not once for each time. Guarded by its owner.
 */
final class DeferredAttempts {
  /** A handler's work on a message, whatever the attempt. */
  record Work(MessageId id, long incarnation, int index, String handler, Task.Purpose purpose) {
    static Work of(AttemptKey key) {
      return new Work(key.id(), key.incarnation(), key.index(), key.handler(), key.purpose());
    }
  }

  final Map<Work, AttemptKey> last = new HashMap<>();

  /**
   * {@code key} was put off.
   *
   * @return the attempt that need not be kept any more; {@code key} itself, if a later one was put
   *     off before
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

  /** The last attempt of the same work that was put off, if it is a later one than {@code key}. */
  Optional<AttemptKey> after(AttemptKey key) {
    return Optional.ofNullable(last.get(Work.of(key))).filter(it -> it.attempt() > key.attempt());
  }

  /** The same, if it is an earlier one. */
  Optional<AttemptKey> before(AttemptKey key) {
    return Optional.ofNullable(last.get(Work.of(key))).filter(it -> it.attempt() < key.attempt());
  }

  /** {@code key} is not kept any more. */
  void remove(AttemptKey key) {
    last.remove(Work.of(key), key);
  }
}
