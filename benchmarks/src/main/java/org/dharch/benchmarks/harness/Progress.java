package org.dharch.benchmarks.harness;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.dharch.core.spi.Ticker;

/**
 * Prints the progress of a suite and the remaining time. The estimate moves from the planned
 * duration to the measured speed of the steps. Prints at most one line every few seconds. One
 * thread.
 */
public final class Progress {
  private static final long LINE_EVERY = TimeUnit.SECONDS.toNanos(5);

  private final PrintWriter out;
  private final Ticker ticker;
  private final Duration expected;
  private final long begun;
  private String phase = "starting";
  private long steps;
  private long done;
  private long lastLine;

  Progress(PrintWriter out, Ticker ticker, Duration expected) {
    this.out = out;
    this.ticker = ticker;
    this.expected = expected;
    this.begun = ticker.nanos();
    this.lastLine = begun;
  }

  /**
   * Sets the number of steps, which should take about the same time. Without it the remaining time
   * is the planned duration less the elapsed time.
   */
  public void steps(long count) {
    steps = count;
  }

  /** Sets the name of the current phase. */
  public void phase(String name) {
    phase = name;
  }

  /** Counts one step. */
  public void step() {
    done++;
    long now = ticker.nanos();
    if (now - lastLine >= LINE_EVERY) {
      lastLine = now;
      out.println(line(now));
      out.flush();
    }
  }

  String line(long now) {
    long elapsed = now - begun;
    double share = steps > 0 ? Math.min(1, (double) done / steps) : 0;
    double planned = Math.max(0, expected.toNanos() - elapsed);
    // the estimate from the speed so far counts as much as the finished share
    double measured = share > 0 ? elapsed / share * (1 - share) : planned;
    double left = steps > 0 ? share * measured + (1 - share) * planned : planned;
    String percent = steps > 0 ? String.format(Locale.ROOT, "%3.0f %%, ", share * 100) : "";
    return "  … " + percent + phase + ", about " + text(Duration.ofNanos((long) left)) + " left";
  }

  static String text(Duration duration) {
    long seconds = Math.max(1, Math.round(duration.toMillis() / 1e3));
    return seconds < 90 ? seconds + " s" : Math.round(seconds / 60.0) + " min";
  }
}
