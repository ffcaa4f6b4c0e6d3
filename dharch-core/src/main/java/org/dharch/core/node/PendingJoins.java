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
import org.dharch.core.message.MergedMessage;
import org.dharch.core.wire.BranchForward;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.ResultSize;
import org.dharch.core.wire.TaskBatch;

/**
 * Stages that were on several nodes, of which not all branches are here yet: when they are, what
 * their handlers changed is merged, and the next stage begins here. Bounded: at most {@value #MOST}
 * wait, {@value #MOST_BYTES} bytes together and five seconds each. What does not fit is dropped,
 * and the message's manager sends it itself after a while. Safe for any thread.
 */
final class PendingJoins {
  static final int MOST = 1000;
  static final long MOST_BYTES = 16 << 20;

  /** After so long what has not come does not come. */
  static final long PATIENCE_NANOS = 5_000_000_000L;

  private static final int EXPECTED_BYTES = 256; // of one branch, beside its message and results

  /**
   * One join, however often it comes.
   *
   * @param attempt of the task of this index, the first of the stage that begins after it: no two
   *     stages that are given ahead of one manager bear the same
   */
  private record Key(MessageId id, long incarnation, int index, int attempt) {
    static Key of(BranchForward pass) {
      var first = pass.next().tasks().get(0);
      return new Key(pass.next().id(), pass.next().incarnation(), first.index(), first.attempt());
    }
  }

  private static final class Join {
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
  private final Map<Key, Join> joins = new LinkedHashMap<>(); // guarded by this, the oldest first
  private long bytes; // guarded by this

  PendingJoins(Limits limits) {
    this.limits = limits;
  }

  /**
   * Takes what one branch says, once however often it comes.
   *
   * @return what begins now that all are there; it stays here until it is {@linkplain #begun begun}
   */
  Optional<TaskBatch> take(BranchForward pass, long now) {
    Join whole;
    synchronized (this) {
      drop(now);
      whole = put(pass, now);
      if (whole == null || !whole.isWhole()) {
        return Optional.empty();
      }
    }
    return Optional.of(merged(whole)); // nothing of it changes any more
  }

  private Join put(BranchForward pass, long now) {
    Key key = Key.of(pass);
    Join join = joins.get(key);
    if (join != null && !join.branches.equals(pass.branches())) {
      return null; // of another stage, whatever it is
    }
    if (join != null && join.isWhole()) {
      return join;
    }
    long more = size(pass);
    if (bytes + more > MOST_BYTES || (join == null && joins.size() >= MOST)) {
      return null;
    }
    if (join == null) {
      join = new Join(pass.branches(), now);
      joins.put(key, join);
    }
    for (ForwardingRoute.Branch branch : pass.branches()) {
      for (HandlerResult result : pass.results()) {
        if (branch.isOf(result)) {
          join.results.putIfAbsent(branch, result);
        }
      }
    }
    if (pass.carries() && join.next.isEmpty()) {
      join.next = Optional.of(pass.next());
    }
    join.bytes += more;
    bytes += more;
    return join;
  }

  private static long size(BranchForward pass) {
    long size = EXPECTED_BYTES + (long) pass.next().envelope().length;
    for (HandlerResult result : pass.results()) {
      size += ResultSize.of(result);
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
    MergedMessage merged =
        MergedMessage.of(next.envelope(), next.properties(), next.processed(), changes, limits);
    return next.with(merged.processed(), merged.properties(), merged.envelope());
  }

  /** The node has taken what begins after this. */
  synchronized void begun(BranchForward pass) {
    remove(joins.remove(Key.of(pass)));
  }

  private void remove(Join join) {
    bytes -= join == null ? 0 : join.bytes;
  }

  /** What has waited for too long waits no more. */
  synchronized void drop(long now) {
    Iterator<Join> oldest = joins.values().iterator();
    while (oldest.hasNext()) {
      Join join = oldest.next();
      if (now - join.since < PATIENCE_NANOS) {
        return;
      }
      oldest.remove();
      remove(join);
    }
  }

  synchronized int count() {
    return joins.size();
  }

  synchronized long bytes() {
    return bytes;
  }
}
