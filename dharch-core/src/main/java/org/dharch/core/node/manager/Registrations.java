package org.dharch.core.node.manager;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.RegistrationFormat;

/**
 * Tracks which managers have registered a node, and whether all managers that called it have done
 * so. A manager that finds the node's name in use reports this some heartbeats later, because the
 * other node may be an ended incarnation. Older managers send no registration. Safe for any thread.
 */
public final class Registrations {
  /**
   * Managers call a node as soon as they receive its heartbeat; without a call in this time there
   * is no manager.
   */
  private static final long NO_MANAGER_NANOS = Duration.ofSeconds(1).toNanos();

  /** The bound on known managers. */
  private static final int MOST = 64;

  private final Ticker ticker;
  private final Set<String> managers = new LinkedHashSet<>(); // this and below: guarded by this
  private OptionalLong since = OptionalLong.empty();

  public Registrations(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * Takes the registration by a manager.
   *
   * @throws org.dharch.core.message.MalformedMessageException if it cannot be read
   */
  public void take(DMFormat message) {
    add(RegistrationFormat.manager(message));
  }

  private synchronized void add(String manager) {
    if (managers.add(manager) && managers.size() > MOST) {
      managers.remove(managers.iterator().next());
    }
  }

  /**
   * Returns the first reason of a manager that has not registered the node.
   *
   * @param reasons by manager
   */
  public synchronized Optional<String> firstMissing(Map<String, String> reasons) {
    return reasons.entrySet().stream()
        .filter(reason -> !managers.contains(reason.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Returns whether all managers that called the node have registered it, or have had time to
   * report. Called repeatedly once managers can reach the node.
   *
   * @param called the managers that have called the node
   * @param interval the node's heartbeat interval
   */
  public synchronized boolean areIn(Set<String> called, Duration interval) {
    long now = ticker.nanos();
    if (since.isEmpty()) {
      since = OptionalLong.of(now);
    }
    if (!called.isEmpty() && managers.containsAll(called)) {
      return true;
    }
    long limit = called.isEmpty() ? NO_MANAGER_NANOS : ManagerWarnings.lasts(interval);
    return now - since.getAsLong() >= limit;
  }
}
