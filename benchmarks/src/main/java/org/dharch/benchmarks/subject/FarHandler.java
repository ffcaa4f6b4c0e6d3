package org.dharch.benchmarks.subject;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.site.Waiting;

/**
 * What the handlers of a far end do: nothing at first, so that they warm up quickly, and, from the
 * first byte of their standard input on, a simulated wait. Any number of threads.
 */
public final class FarHandler {
  private final long nanos;
  private volatile boolean waits;

  private FarHandler(long nanos) {
    this.nanos = nanos;
  }

  /** One that is to take so many microseconds. */
  public static FarHandler ofMicros(String micros) {
    return new FarHandler(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(micros)));
  }

  /** Handles one message. */
  public void handle() {
    if (waits) {
      Waiting.until(System.nanoTime() + nanos);
    }
  }

  /** It is to take its time from now on, if it has one. */
  public void beginToWait() {
    waits = nanos > 0;
  }

  /** Says READY and {@code more}, and does what standard input says until that ends. */
  public void obeyInput(String more) throws IOException {
    System.out.println("READY " + more);
    while (System.in.read() >= 0) {
      beginToWait();
    }
  }
}
