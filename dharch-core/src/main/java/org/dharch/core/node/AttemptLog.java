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
 * Keeps the results of attempts that may be delivered again: the latest of all handlers, more of
 * completion callbacks, and those of stateful handlers for as long as their messages can be
 * repeated. Guarded by {@link StateLock}.
 */
final class AttemptLog {
  /** The bound on short results, which limits their memory. */
  private static final int MAX_SHORT = 20_000;

  private static final long MAX_SHORT_BYTES = 16 << 20;

  private final RecentResults recent;

  /** Refusals of stateful tasks for which the journal had no capacity. */
  private final RecentResults refusals = new RecentResults(MAX_SHORT, MAX_SHORT_BYTES);

  /** The results of completion callbacks, so that none runs twice. */
  private final RecentResults notices = new RecentResults(MAX_SHORT, MAX_SHORT_BYTES);

  private final ExecutionJournal journal;

  AttemptLog(NodeConfig config) {
    this.recent = new RecentResults(config.results().recentCount(), config.results().recentBytes());
    this.journal = config.results().journal();
  }

  /**
   * Finds the result of the attempt. It is UNKNOWN if the journal may have forgotten it, and empty
   * if the attempt is new, or of a stateless handler and too old.
   */
  Optional<HandlerResult> find(Task task, AttemptKey key) {
    Optional<HandlerResult> known = recent.get(key).or(() -> notices.get(key));
    if (known.isPresent() || !task.stateful()) {
      return known;
    }
    return refusals.get(key).or(() -> journal.recall(key, task.after()));
  }

  /** Reserves a slot in the journal if the task must not perform twice; false if there is none. */
  boolean reserve(TaskRun task) {
    return !task.remembered()
        || journal.reserve(task.key, task.run.batch.timing().remaining().toMillis());
  }

  /**
   * Records that {@code task} was refused before it was queued. If the task must not perform twice,
   * the refusal is journaled if there is capacity, because a copy of its task batch may arrive
   * after its manager has abandoned the attempt.
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
   * Records the end of {@code task}. If the task must not perform twice, the result is journaled
   * even if it did not start, because its manager abandons the attempt when it receives the result.
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
   * The results of the latest attempts, so that a duplicate receives the same reply and does not
   * perform again. Bounded by count and bytes; the oldest are removed first, the newest is always
   * kept. Guarded by {@link StateLock}.
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
