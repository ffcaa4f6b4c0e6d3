package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What is done with every process that a suite starts. */
public final class Processes {
  private Processes() {}

  /** The processor time that it has used so far; zero where the system does not tell. */
  public static Duration cpu(Process process) {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /**
   * Ends its input, by which it is to end.
   *
   * @param seconds after which it is killed
   */
  public static void stop(Process process, long seconds) {
    try {
      process.getOutputStream().close();
      if (process.waitFor(seconds, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      // it is gone already
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
