package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Functions for the processes that a suite starts. */
public final class Processes {
  private Processes() {}

  /** Returns the processor time so far; zero where the operating system does not report it. */
  public static Duration cpu(Process process) {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /**
   * Ends the input of the process and waits for its end.
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
      // it has ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
