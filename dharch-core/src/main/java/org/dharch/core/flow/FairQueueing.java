package org.dharch.core.flow;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.dharch.core.spi.SelectionPolicy;
import org.dharch.core.spi.Waiting;

/**
 * Weighted fair queueing: each client (or operation) gets its part of the capacity, and a client
 * that sends more waits behind its own messages.
 *
 * <p>Zhang's virtual clock (<em>VirtualClock: A New Traffic Control Algorithm for Packet
 * Switching</em>, SIGCOMM 1990), with a rate that follows the active clients: each group has the
 * time at which, served at its part of the limit, it would be done with everything it has sent. A
 * message is ordered by that time. A group's part is its weight among the active ones; so a single
 * group has everything, and its past use of idle capacity does not count against it.
 *
 * <p>Order alone is insufficient, because selected messages cannot be recalled, and one client's
 * heavy messages could fill all slots. So a group holds no more than its part of the slots, and of
 * the queue, among the groups that sent something within the last 10 seconds.
 *
 * <p>Finished groups are forgotten, and beyond {@value #MOST_GROUPS} groups the one that finishes
 * next.
 */
final class FairQueueing implements SelectionPolicy {
  private static final int MOST_GROUPS = 10_000;
  private static final double ROUNDING = 1e-9;
  private static final long PRESENT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final class Group {
    final String name;
    final double weight;
    long doneAt;

    Group(String name, double weight) {
      this.name = name;
      this.weight = weight;
    }
  }

  private final Duration ageing;
  private final Map<String, Double> weights;
  private final IntSupplier concurrencyLimit;

  private final Map<String, Group> active = new HashMap<>();
  private final TreeSet<Group> byDone =
      new TreeSet<>(
          Comparator.<Group>comparingLong(group -> group.doneAt)
              .thenComparing(group -> group.name));
  private double activeWeight;

  /** The time of each group's latest message, oldest first. */
  private final LinkedHashMap<String, Long> present = new LinkedHashMap<>();

  private double presentWeight;

  /**
   * @param weights by the name of the group; 1 for others
   * @param concurrencyLimit the current limit on executing messages
   */
  FairQueueing(Duration ageing, Map<String, Double> weights, IntSupplier concurrencyLimit) {
    this.ageing = ageing;
    this.weights = Map.copyOf(weights);
    this.concurrencyLimit = concurrencyLimit;
  }

  @Override
  public Duration ageing() {
    return ageing;
  }

  @Override
  public long handicapNanos(Waiting message) {
    long now = message.arrivedAt();
    isPresent(message.group(), now);
    while (!byDone.isEmpty() && byDone.first().doneAt <= now) {
      forget(byDone.first());
    }
    Group group = active.get(message.group());
    long begins = group == null ? now : group.doneAt;
    if (group == null) {
      if (active.size() == MOST_GROUPS) {
        forget(byDone.first());
      }
      group = new Group(message.group(), weight(message.group()));
      active.put(group.name, group);
      activeWeight += group.weight;
    } else {
      byDone.remove(group);
    }
    double part = concurrencyLimit.getAsInt() * group.weight / activeWeight;
    group.doneAt =
        begins + (long) Math.min(message.sizeNanos() / part, (double) ageing.toNanos()) + 1;
    byDone.add(group);
    return begins - now;
  }

  /** By weight; the part of the others is reserved even if unused. */
  @Override
  public double part(Waiting message, int all, long nowNanos) {
    forgetAbsent(nowNanos);
    double own = weight(message.group());
    double together = presentWeight + (present.containsKey(message.group()) ? 0 : own);
    double part = all * own / together;
    double whole = Math.rint(part);
    return Math.abs(part - whole) < ROUNDING ? whole : part;
  }

  private void isPresent(String group, long now) {
    if (present.remove(group) == null) {
      presentWeight += weight(group);
    }
    present.put(group, now);
    forgetAbsent(now);
  }

  private void forgetAbsent(long now) {
    Iterator<Map.Entry<String, Long>> eldest = present.entrySet().iterator();
    while (eldest.hasNext()) {
      Map.Entry<String, Long> each = eldest.next();
      if (present.size() <= MOST_GROUPS && each.getValue() > now - PRESENT_NANOS) {
        return;
      }
      eldest.remove();
      presentWeight = present.isEmpty() ? 0 : presentWeight - weight(each.getKey());
    }
  }

  private double weight(String group) {
    return weights.getOrDefault(group, 1.0);
  }

  private void forget(Group group) {
    byDone.remove(group);
    active.remove(group.name);
    activeWeight = active.isEmpty() ? 0 : activeWeight - group.weight;
  }
}
