package org.dharch.benchmarks.subject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.site.PreciseWait;

/**
 * What the handlers of a far end do: a simulated wait at a {@link Pace}, none at first. Any number
 * of threads.
 */
public final class FarHandler {
  private final long nanos;
  private volatile Pace pace = Pace.AT_ONCE;

  private FarHandler(long nanos) {
    this.nanos = nanos;
  }

  /** One that is to take so many microseconds. */
  public static FarHandler ofMicros(String micros) {
    return new FarHandler(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(micros)));
  }

  /** Handles one message. */
  public void handle() {
    long wait = pace.nanos(nanos);
    if (wait > 0) {
      PreciseWait.until(System.nanoTime() + wait);
    }
  }

  /** How long it is to take from now on. */
  public void pace(Pace value) {
    pace = value;
  }

  /** Says READY and {@code more}, and takes paces from standard input until that ends. */
  public void obeyInput(String more) throws IOException {
    System.out.println("READY " + more);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      pace(Pace.valueOf(line));
    }
  }
}
