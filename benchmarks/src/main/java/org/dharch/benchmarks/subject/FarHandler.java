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
 * The work of the handlers of a far end: a simulated wait, or processor time, at a {@link Pace}
 * that is none at first; or reading the body. Any number of threads.
 */
public final class FarHandler {
  /**
   * The argument of {@link #ofMicros} for a handler that reads the body as {@link
   * BodyReadingHandler} does.
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

  /**
   * Returns a handler that takes this many microseconds, or, as in {@code cpu50}, of processor
   * time.
   */
  public static FarHandler ofMicros(String micros) {
    if (micros.equals(READING)) {
      return new FarHandler(0, true, true);
    }
    boolean isWork = micros.startsWith(OF_CPU);
    String number = isWork ? micros.substring(OF_CPU.length()) : micros;
    return new FarHandler(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(number)), isWork, false);
  }

  /** Returns the argument of {@link #ofMicros} for processor time. */
  public static String cpu(long micros) {
    return OF_CPU + micros;
  }

  /** Returns whether it uses processor time. */
  boolean isWork() {
    return isWork;
  }

  /** Returns whether it reads the body: with an Axis2 handler on a node, otherwise with Axiom. */
  boolean isReading() {
    return isReading;
  }

  /** Handles one message {@code times} times without a node; builds its tree once. */
  public void handle(byte[] envelope, int times) {
    if (isReading) {
      BodyReadingHandler.read(envelope, times);
      return;
    }
    for (int i = 0; i < times; i++) {
      handle();
    }
  }

  /** Handles one message without reading it. */
  void handle() {
    long wait = pace.nanos(nanos);
    if (isWork) {
      ProcessorWork.forNanos(wait);
    } else if (wait > 0) {
      PreciseWait.until(System.nanoTime() + wait);
    }
  }

  /** Sets the duration from now on. */
  public void pace(Pace value) {
    pace = value;
  }

  /**
   * Prints READY and {@code more}, reads paces from standard input until that ends, and reports
   * allocated bytes on request.
   */
  public void serveInput(String more) throws IOException {
    System.out.println("READY " + more);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals(JvmUsage.REQUEST)) {
        System.out.println(JvmUsage.reply());
      } else {
        pace(Pace.valueOf(line));
      }
    }
  }
}
