package org.dharch.benchmarks.pressure;

import java.io.IOException;

/**
 * A JVM whose threads, as many as the first argument, use a core each until its standard input
 * ends.
 */
final class CpuHogs {
  /** Never read; prevents the compiler from removing the work. */
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
      // the parent process ends this one
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
