package org.dharch.core.node;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;

/**
 * How attempts ended that may be delivered again: the latest of all handlers, more of the notices
 * of messages' ends, and those of stateful ones as long as their messages can come again. Guarded
 * by the engine's lock.
 */
final class AttemptLog {
  /** More than this would take too much memory; each is short. */
  private static final int MAX_SHORT = 20_000;

  private static final long MAX_SHORT_BYTES = 16 << 20;

  private final RecentResults recent;

  /** Of stateful handlers, for which there was no place in the memory. */
  private final RecentResults refusals = new RecentResults(MAX_SHORT, MAX_SHORT_BYTES);

  /** The results of completion callbacks, so that none runs twice. */
  private final RecentResults notices = new RecentResults(MAX_SHORT, MAX_SHORT_BYTES);

  private final ExecutionJournal journal;

  AttemptLog(NodeConfig config) {
    this.recent = new RecentResults(config.recentCount(), config.recentBytes());
    this.journal = config.journal();
  }

  /**
   * How the attempt ended; unknown if the memory does not reach back so far; empty if it is new, or
   * of a stateless handler and too old.
   */
  Optional<HandlerResult> find(Task task, AttemptKey key) {
    Optional<HandlerResult> known = recent.get(key).or(() -> notices.get(key));
    if (known.isPresent() || !task.stateful()) {
      return known;
    }
    return refusals.get(key).or(() -> journal.recall(key, task.after()));
  }

  /** Keeps a place for what must not perform twice; false if there is none. */
  boolean reserve(TaskRun task) {
    return !task.remembered() || journal.reserve(task.key, task.run.batch.remaining().toMillis());
  }

  /**
   * {@code task} was refused before it was queued. If it must not perform twice that is remembered:
   * its manager has given the attempt up, and a copy of its task batch may come later. For as long
   * as any other, if the memory has a place for it.
   */
  void refused(TaskRun task, HandlerResult refusal) {
    if (!task.remembered()) {
      return;
    }
    if (reserve(task)) {
      journal.ended(task.key, refusal);
    } else {
      refusals.put(task.key, refusal);
    }
  }

  /**
   * {@code task} has ended. If it must not perform twice and did not start, that is remembered for
   * as long as if it had: its manager gives the attempt up when it receives the result.
   */
  void ended(TaskRun task) {
    if (!task.task.purpose().works() && task.result.status() != Status.REFUSED) {
      notices.put(task.key, task.result);
    } else if (task.result.status() != Status.REFUSED || task.remembered()) {
      recent.put(task.key, task.result);
    }
    if (task.remembered()) {
      journal.ended(task.key, task.result);
    }
  }

  /**
   * The latest attempts to end and their results, so that one that is delivered again is answered
   * again and not performed again. Bounded by count and bytes; the oldest are forgotten first, the
   * newest is always kept. Guarded by the engine's lock.
   */
  static final class RecentResults {
    final Map<AttemptKey, HandlerResult> results = new LinkedHashMap<>();
    private final int maxCount;
    private final long maxBytes;
    long bytes;

    RecentResults(int maxCount, long maxBytes) {
      this.maxCount = maxCount;
      this.maxBytes = maxBytes;
    }

    Optional<HandlerResult> get(AttemptKey key) {
      return Optional.ofNullable(results.get(key));
    }

    void put(AttemptKey key, HandlerResult result) {
      HandlerResult old = results.put(key, result);
      bytes += result.size() - (old == null ? 0 : old.size());
      Iterator<HandlerResult> oldest = results.values().iterator();
      while (results.size() > 1 && (results.size() > maxCount || bytes > maxBytes)) {
        bytes -= oldest.next().size();
        oldest.remove();
      }
    }
  }
}
