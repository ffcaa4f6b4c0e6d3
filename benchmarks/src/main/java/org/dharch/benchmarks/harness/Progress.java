package org.dharch.benchmarks.harness;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.dharch.core.spi.Ticker;

/**
 * Says how far a suite is and how long it still takes: first by what the suite says that it takes,
 * more and more by how fast its steps have been. At most a line every few seconds. One thread.
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
   * Says how many steps of about the same length the whole suite has. Without it, time left is what
   * was expected less what has gone by.
   */
  public void steps(long count) {
    steps = count;
  }

  /** What is done from now on, for the line. */
  public void phase(String name) {
    phase = name;
  }

  /** One step is done. */
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
    // measured: what is left at the speed so far; trusted by how much of the way is behind
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
