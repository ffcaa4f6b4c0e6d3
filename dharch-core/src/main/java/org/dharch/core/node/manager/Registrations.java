package org.dharch.core.node.manager;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.RegistrationFormat;

/**
 * Which managers have taken a node in, and whether all have that it knows. A manager that finds the
 * node's name taken says that some heartbeats later, as it may be that of a life that is over; one
 * of before this says nothing if it is not. Safe for any thread.
 */
public final class Registrations {
  /** Managers call a node as soon as they receive its heartbeat; after this time there is none. */
  private static final long NOBODY_NANOS = Duration.ofSeconds(1).toNanos();

  /** A node knows no more managers than these. */
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
   * Whether what managers had to say has been said; asked again and again once they can reach the
   * node.
   *
   * @param called the managers that have called it
   * @param interval how often it announces itself
   */
  public synchronized boolean areIn(Set<String> called, Duration interval) {
    long now = ticker.nanos();
    if (since.isEmpty()) {
      since = OptionalLong.of(now);
    }
    if (!called.isEmpty() && managers.containsAll(called)) {
      return true;
    }
    long limit = called.isEmpty() ? NOBODY_NANOS : ManagerWarnings.lasts(interval);
    return now - since.getAsLong() >= limit;
  }
}
