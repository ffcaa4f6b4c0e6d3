package org.dharch.benchmarks.subject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.JvmUsage;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.site.PreciseWait;

/**
 * What the handlers of a far end do: a simulated wait, or as much processor time, at a {@link
 * Pace}, none at first; or they read the body. Any number of threads.
 */
public final class FarHandler {
  /**
   * What {@link #ofMicros} takes for one that reads the body as {@link BodyReadingHandler} does.
   */
  public static final String READING = "reading";

  private static final String OF_CPU = "cpu";

  private final long nanos;
  private final boolean isWork;
  private final boolean isReading;
  private volatile Pace pace = Pace.AT_ONCE;

  private FarHandler(long nanos, boolean isWork, boolean isReading) {
    this.nanos = nanos;
    this.isWork = isWork;
    this.isReading = isReading;
  }

  /** One that is to take so many microseconds, or, as in {@code cpu50}, so many of a processor. */
  public static FarHandler ofMicros(String micros) {
    if (micros.equals(READING)) {
      return new FarHandler(0, true, true);
    }
    boolean isWork = micros.startsWith(OF_CPU);
    String number = isWork ? micros.substring(OF_CPU.length()) : micros;
    return new FarHandler(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(number)), isWork, false);
  }

  /** What {@link #ofMicros} takes for so much of a processor. */
  public static String cpu(long micros) {
    return OF_CPU + micros;
  }

  /** Whether it takes a processor's time. */
  boolean isWork() {
    return isWork;
  }

  /** Whether it is an Axis2 handler on a node, and elsewhere does the same with Axiom. */
  boolean isReading() {
    return isReading;
  }

  /** Handles one message so many times, where there is no node; its tree is made once. */
  public void handle(byte[] envelope, int times) {
    if (isReading) {
      BodyReadingHandler.read(envelope, times);
      return;
    }
    for (int i = 0; i < times; i++) {
      handle();
    }
  }

  /** Handles one message that it need not look at. */
  void handle() {
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
      if (line.equals(JvmUsage.QUESTION)) {
        System.out.println(JvmUsage.answer());
      } else {
        pace(Pace.valueOf(line));
      }
    }
  }
}
