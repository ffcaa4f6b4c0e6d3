package org.dharch.core.queue;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The slots that each group of clients holds, and the slot time by which it has exceeded or missed
 * its part. A part may be a fraction: with 0.6 of a slot a group holds one for 0.6 of the time.
 * Time above the part is a debt, paid off by time below it. A group below its part saves up to
 * {@link #MOST_SAVED_NANOS}, so that a rare client may send twice in a row. Not safe for several
 * threads.
 */
public final class SlotUsage {
  private static final int MOST_GROUPS = 10_000;
  private static final double MOST_SAVED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final class Use {
    int held;

    /** How many slots it may hold on average; as it was when it last wanted one. */
    double part = Double.MAX_VALUE;

    /** In nanoseconds of its own part; below zero what it has saved. */
    double debt = -MOST_SAVED_NANOS;

    long at;

    Use(long now) {
      this.at = now;
    }

    void passed(long now) {
      debt = Math.max(-MOST_SAVED_NANOS, debt + (now - at) * (held / part - 1));
      at = now;
    }

    boolean isAsNew() {
      return held == 0 && debt <= -MOST_SAVED_NANOS;
    }
  }

  /** By name, the one whose slots were taken, freed or wanted longest ago first. */
  private final Map<String, Use> uses = new LinkedHashMap<>(16, 0.75f, true);

  private int held;

  /**
   * When {@code group} may take one more slot. While none is held, its debt does not matter: a slot
   * that no other wants is of no use unused.
   *
   * @param part how many it may hold, on average
   * @return now or before if it may; {@link Long#MAX_VALUE} if one of its own must be freed first
   */
  long mayTakeAt(String group, double part, long now) {
    Use use = use(group, now);
    use.part = part;
    if (held == 0) {
      return now;
    }
    if (use.held >= part) {
      return Long.MAX_VALUE;
    }
    return use.debt <= 0 ? now : now + (long) Math.ceil(use.debt / (1 - use.held / part));
  }

  /** How many slots all of them hold. */
  int held() {
    return held;
  }

  /** How many shares it keeps in mind. */
  int known() {
    return uses.size();
  }

  /** {@code group} has taken a slot. */
  void taken(String group, long now) {
    use(group, now).held++;
    held++;
    forget(now);
  }

  /** {@code group} has freed a slot. */
  void freed(String group, long now) {
    use(group, now).held--;
    held--;
  }

  private Use use(String group, long now) {
    Use use = uses.computeIfAbsent(group, name -> new Use(now));
    use.passed(now);
    return use;
  }

  /** Forgets those that are like new ones, and those that are too many. */
  private void forget(long now) {
    Iterator<Use> eldest = uses.values().iterator();
    while (eldest.hasNext()) {
      Use use = eldest.next();
      use.passed(now);
      if (uses.size() <= MOST_GROUPS && !use.isAsNew()) {
        return;
      }
      if (use.held == 0) {
        eldest.remove();
      }
    }
  }
}
