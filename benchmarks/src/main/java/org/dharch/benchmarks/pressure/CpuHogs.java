package org.dharch.benchmarks.pressure;

import java.io.IOException;

/**
 * Other work on the machine: a JVM with so many threads, the first argument, that want a core each,
 * until its standard input ends.
 */
final class CpuHogs {
  /** Read by nobody, so that the work cannot be left out. */
  @SuppressWarnings("unused")
  private static volatile long result;

  private CpuHogs() {}

  public static void main(String[] args) throws IOException {
    for (int i = Integer.parseInt(args[0]); i > 0; i--) {
      Thread hog = new Thread(CpuHogs::work, "hog-" + i);
      hog.setDaemon(true);
      hog.start();
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // whoever has started it ends it so
    }
    Runtime.getRuntime().halt(0);
  }

  @SuppressWarnings("InfiniteLoopStatement")
  private static void work() {
    for (long value = System.nanoTime(); ; value += value >>> 3) {
      result = value;
    }
  }
}
