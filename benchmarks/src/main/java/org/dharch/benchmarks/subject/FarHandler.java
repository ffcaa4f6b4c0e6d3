package org.dharch.benchmarks.subject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.JvmUse;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.site.PreciseWait;

/**
 * What the handlers of a far end do: a simulated wait, or as much processor time, at a {@link
 * Pace}, none at first. Any number of threads.
 */
public final class FarHandler {
  private static final String OF_CPU = "cpu";

  private final long nanos;
  private final boolean isWork;
  private volatile Pace pace = Pace.AT_ONCE;

  private FarHandler(long nanos, boolean isWork) {
    this.nanos = nanos;
    this.isWork = isWork;
  }

  /** One that is to take so many microseconds, or, as in {@code cpu50}, so many of a processor. */
  public static FarHandler ofMicros(String micros) {
    boolean isWork = micros.startsWith(OF_CPU);
    String number = isWork ? micros.substring(OF_CPU.length()) : micros;
    return new FarHandler(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(number)), isWork);
  }

  /** What {@link #ofMicros} takes for so much of a processor. */
  public static String cpu(long micros) {
    return OF_CPU + micros;
  }

  /** Whether it takes a processor's time. */
  boolean isWork() {
    return isWork;
  }

  /** Handles one message. */
  public void handle() {
    long wait = pace.nanos(nanos);
    if (isWork) {
      ProcessorWork.forNanos(wait);
    } else if (wait > 0) {
      PreciseWait.until(System.nanoTime() + wait);
    }
  }

  /** How long it is to take from now on. */
  public void pace(Pace value) {
    pace = value;
  }

  /**
   * Says READY and {@code more}, and takes paces from standard input until that ends, and tells
   * what was allocated when asked.
   */
  public void obeyInput(String more) throws IOException {
    System.out.println("READY " + more);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals(JvmUse.QUESTION)) {
        System.out.println(JvmUse.answer());
      } else {
        pace(Pace.valueOf(line));
      }
    }
  }
}
