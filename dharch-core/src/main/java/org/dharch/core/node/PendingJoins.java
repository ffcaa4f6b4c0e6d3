package org.dharch.core.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.envelope.MergedMessage;
import org.dharch.core.wire.BranchForward;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.TaskBatch;

/**
 * Stages that ran on several nodes and whose branches have not all arrived. When all have arrived,
 * the changes of their handlers are merged, and the next stage starts here. At most {@value #MOST}
 * joins with {@value #MOST_BYTES} bytes together wait, for five seconds each. A join that exceeds a
 * bound is dropped, and the message's manager sends the stage after a time-out. Safe for any
 * thread.
 */
final class PendingJoins {
  static final int MOST = 1000;
  static final long MOST_BYTES = 16 << 20;

  /** The time after which missing branches are no longer expected. */
  static final long PATIENCE_NANOS = 5_000_000_000L;

  private static final int EXPECTED_BYTES = 256; // of one branch, without its message and results

  /**
   * Identifies a join.
   *
   * @param attempt the attempt of the task with this index, the first of the next stage; unique
   *     among the speculative stages of one manager
   */
  record Key(MessageId id, long incarnation, int index, int attempt) {
    static Key of(BranchForward forward) {
      var first = forward.next().tasks().get(0);
      return new Key(
          forward.next().id(), forward.next().incarnation(), first.index(), first.attempt());
    }
  }

  static final class Join {
    final List<ForwardingRoute.Branch> branches;
    final long since;
    final Map<ForwardingRoute.Branch, HandlerResult> results = new LinkedHashMap<>();
    Optional<TaskBatch> next = Optional.empty();
    long bytes;

    Join(List<ForwardingRoute.Branch> branches, long since) {
      this.branches = branches;
      this.since = since;
    }

    boolean isWhole() {
      return next.isPresent() && results.size() == branches.size();
    }
  }

  private final Limits limits;
  final Map<Key, Join> pendingJoins = new LinkedHashMap<>(); // guarded by this, the oldest first
  long bytes; // guarded by this

  PendingJoins(Limits limits) {
    this.limits = limits;
  }

  /**
   * Takes the results of one branch; duplicates are ignored.
   *
   * @return the next stage if all branches have arrived; it stays here until it is {@linkplain
   *     #begun started}
   */
  Optional<TaskBatch> take(BranchForward forward, long now) {
    Join whole;
    synchronized (this) {
      drop(now);
      whole = put(forward, now);
      if (whole == null || !whole.isWhole()) {
        return Optional.empty();
      }
    }
    return Optional.of(merged(whole)); // complete, so it no longer changes
  }

  private Join put(BranchForward forward, long now) {
    Key key = Key.of(forward);
    Join join = pendingJoins.get(key);
    if (join != null && !join.branches.equals(forward.branches())) {
      return null; // belongs to another stage
    }
    if (join != null && join.isWhole()) {
      return join;
    }
    long more = size(forward);
    if (bytes + more > MOST_BYTES || (join == null && pendingJoins.size() >= MOST)) {
      return null;
    }
    if (join == null) {
      join = new Join(forward.branches(), now);
      pendingJoins.put(key, join);
    }
    for (ForwardingRoute.Branch branch : forward.branches()) {
      for (HandlerResult result : forward.results()) {
        if (branch.isOf(result)) {
          join.results.putIfAbsent(branch, result);
        }
      }
    }
    if (forward.carries() && join.next.isEmpty()) {
      join.next = Optional.of(forward.next());
    }
    join.bytes += more;
    bytes += more;
    return join;
  }

  private static long size(BranchForward forward) {
    long size = EXPECTED_BYTES + (long) forward.next().envelope().length;
    for (HandlerResult result : forward.results()) {
      size += result.size();
    }
    return size;
  }

  private TaskBatch merged(Join join) {
    TaskBatch next = join.next.orElseThrow();
    List<Changes> changes = new ArrayList<>(join.results.size());
    join.results.entrySet().stream()
        .sorted(Comparator.comparingInt(e -> e.getKey().index()))
        .map(e -> e.getValue().changes())
        .filter(c -> !c.isEmpty())
        .forEach(changes::add);
    if (changes.isEmpty()) {
      return next;
    }
    MessageContent merged = MergedMessage.of(next.content(), changes, limits);
    return next.with(merged);
  }

  /** Removes the join after the node has accepted the next stage. */
  synchronized void begun(BranchForward forward) {
    remove(pendingJoins.remove(Key.of(forward)));
  }

  private void remove(Join join) {
    bytes -= join == null ? 0 : join.bytes;
  }

  /** Drops joins that have waited for too long. */
  synchronized void drop(long now) {
    Iterator<Join> oldest = pendingJoins.values().iterator();
    while (oldest.hasNext()) {
      Join join = oldest.next();
      if (now - join.since < PATIENCE_NANOS) {
        return;
      }
      oldest.remove();
      remove(join);
    }
  }
}
