package org.dharch.core;

import java.util.List;
import org.dharch.core.context.Conductor;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.Ticker;
import org.dharch.testing.ForkedJvm;

/** A manager's turn in a JVM whose memory one of its agents uses up, once. */
public final class FullHeapMain {
  private static Object[] heap = {};

  /** Takes all that there is. */
  private static final class Glutton implements Conductor.Agent {
    private final Thread starter = Thread.currentThread();
    private volatile int runs;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // the turn is one thread's at a time
    public int doWork() {
      if (Thread.currentThread() == starter) {
        return 0; // has the turn once, so that the conductor's own thread wakes
      }
      if (++runs == 1) {
        for (int size = 1 << 22; size > 0; ) {
          try {
            while (true) {
              heap = new Object[] {heap, new byte[size]};
            }
          } catch (OutOfMemoryError e) {
            size /= 2;
          }
        }
        throw new OutOfMemoryError("as if none had been caught");
      }
      return 0;
    }

    @Override
    public long nextWake() {
      return runs < 3 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  private FullHeapMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    ForkedJvm.endWithParent();
    Glutton glutton = new Glutton();
    try (Conductor conductor =
        new Conductor("full", List.of(glutton), Ticker.SYSTEM, new Counters(System::nanoTime))) {
      Thread thread = startedBy(conductor);
      conductor.signal();
      while (glutton.runs == 0) {
        thread.join(10);
      }
      thread.join(500); // it has to live with a full heap for so long
      heap = null;
      while (glutton.runs < 3 && thread.isAlive()) {
        thread.join(10);
      }
      System.out.println(
          thread.isAlive() ? "the conductor goes on" : "the conductor's thread has ended");
    }
  }

  private static Thread startedBy(Conductor conductor) {
    conductor.start();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("dharch-conductor-full"))
        .findAny()
        .orElseThrow();
  }
}
