package org.dharch.cmanager;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The managers whose calls a node has heard. A heartbeat names them, so that a manager knows that
 * one in which it stands was not recorded before the manager was there. Of more than {@value #MOST}
 * the latest count. Safe for any thread.
 */
final class HeardManagers {
  private static final int MOST = 32;
  private static final int MOST_CHARACTERS = 40;
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Set<String> latest = new LinkedHashSet<>();
  private long answeredAt = System.nanoTime() - AGAIN_NANOS;

  /**
   * A connection begins: a manager that calls now has perhaps heard nothing of the last one, so
   * that its first call is answered, however short a time ago another was.
   */
  synchronized void begin() {
    answeredAt = System.nanoTime() - AGAIN_NANOS;
  }

  /**
   * Whether the call of {@code manager} is to be answered: not each of very many. The node's next
   * heartbeat answers those that are not.
   */
  synchronized boolean hear(String manager) {
    boolean isOne = !manager.isEmpty() && manager.length() <= MOST_CHARACTERS;
    if (!isOne || manager.indexOf(',') >= 0) {
      return false;
    }
    boolean fresh = !latest.remove(manager);
    latest.add(manager);
    if (latest.size() > MOST) {
      latest.remove(latest.iterator().next());
    }
    long now = System.nanoTime();
    if (!fresh && now - answeredAt < AGAIN_NANOS) {
      return false;
    }
    answeredAt = now;
    return true;
  }

  /** With commas between them. */
  synchronized String shown() {
    return String.join(",", latest);
  }
}
