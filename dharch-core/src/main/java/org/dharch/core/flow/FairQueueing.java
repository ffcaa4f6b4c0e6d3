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
 * Weighted fair share: every client (or operation) has its part of the capacity, and who asks for
 * more waits behind his own messages and not in front of others'.
 *
 * <p>Zhang's virtual clock (<em>VirtualClock: A New Traffic Control Algorithm for Packet
 * Switching</em>, SIGCOMM 1990), its rate following who is there: each share has the time at which,
 * served at its part of the window, it would be done with all it has sent. A message is put behind
 * until then. A share's part is its weight among those that are not done; so alone it has all, and
 * its past use of idle capacity is not held against it.
 *
 * <p>Order alone would not do: what was selected cannot be called back, and a window full of one
 * client's heavy messages slows down everybody's. So a share holds no more than its part of the
 * slots, and of the places to wait in, among those who sent something within the last 10 seconds.
 *
 * <p>Shares that are done are forgotten, and past {@value #MOST_SHARES} at once the one that is
 * next to be done.
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

  /** When each share last sent something, the longest ago first. */
  private final LinkedHashMap<String, Long> present = new LinkedHashMap<>();

  private double presentWeight;

  /**
   * @param weights of shares by name; of all others, 1
   * @param concurrencyLimit how many messages are in execution at once
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

  /** By weight; the others' part is theirs, used or not. */
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
