package org.dharch.core.node.manager;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.dharch.core.node.failure.ErrorText;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.ManagerWarningFormat;

/**
 * Tracks the reasons that managers report to a node why it receives no work, repeatedly while they
 * apply. A reason is logged once, and another reason ten seconds later at the earliest, because
 * many managers may report the same in other words. The end is logged once too. Safe for any
 * thread.
 */
public final class ManagerWarnings {
  private static final long EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long LEAST_NANOS = Duration.ofSeconds(3).toNanos();

  /** The number of heartbeats without a repeated warning after which the warning is over. */
  private static final int BEATS = 4;

  private final Ticker ticker;
  private final Consumer<String> log;
  private final Consumer<String> end;
  private OptionalLong loggedAt = OptionalLong.empty(); // this and below: guarded by this
  private String logged = "";
  private long unlogged;
  private Optional<String> current = Optional.empty();
  private long receivedAt;

  /**
   * Creates the state without warnings.
   *
   * @param log logs why the node receives no work
   * @param end logs that a warning is over
   */
  public ManagerWarnings(Ticker ticker, Consumer<String> log, Consumer<String> end) {
    this.ticker = ticker;
    this.log = log;
    this.end = end;
  }

  /**
   * Takes a warning.
   *
   * @throws MalformedMessageException if it cannot be read
   */
  public void take(DMFormat message) {
    take(ErrorText.line(ManagerWarningFormat.notice(message)));
  }

  private synchronized void take(String notice) {
    long now = ticker.nanos();
    boolean isKnown = current.isPresent() && logged.equals(notice);
    current = Optional.of(notice);
    receivedAt = now;
    if (isKnown) {
      return;
    }
    if (loggedAt.isPresent() && now - loggedAt.getAsLong() < EVERY_NANOS) {
      unlogged++;
      return;
    }
    log.accept(notice + (unlogged == 0 ? "" : " (and " + unlogged + " notices before)"));
    logged = notice;
    loggedAt = OptionalLong.of(now);
    unlogged = 0;
  }

  /** Returns how long a warning counts, in nanoseconds, for this heartbeat interval. */
  static long lasts(Duration interval) {
    return Math.max(LEAST_NANOS, BEATS * interval.toNanos());
  }

  /** Returns whether there is a warning, which may be over. */
  public synchronized boolean hasWarning() {
    return current.isPresent();
  }

  /**
   * Returns the current warning.
   *
   * @param interval the node's heartbeat interval
   */
  public synchronized Optional<String> now(Duration interval) {
    if (current.isPresent() && ticker.nanos() - receivedAt >= lasts(interval)) {
      end.accept(current.get());
      current = Optional.empty();
    }
    return current;
  }
}
