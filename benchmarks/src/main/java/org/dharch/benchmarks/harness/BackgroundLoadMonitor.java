package org.dharch.benchmarks.harness;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;

/** Measures the background load before and during a run. One thread. */
final class BackgroundLoadMonitor {
  private static final Path PROC = Path.of("/proc");
  private static final long BEFORE_MILLIS = 1_000;

  private final double loadAverage;
  private final Optional<CoreTime> before;
  private final Optional<CoreTime> begin;

  private BackgroundLoadMonitor(
      double loadAverage, Optional<CoreTime> before, Optional<CoreTime> begin) {
    this.loadAverage = loadAverage;
    this.before = before;
    this.begin = begin;
  }

  /** Measures the background load for a second and starts the measurement of the run. */
  static BackgroundLoadMonitor begin() throws InterruptedException {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Optional<CoreTime> before = now();
    Thread.sleep(BEFORE_MILLIS);
    return new BackgroundLoadMonitor(load, before, now());
  }

  private static Optional<CoreTime> now() {
    return CoreTime.now(PROC, ProcessHandle.current().pid(), ScratchFolder.PREFIX);
  }

  /** Returns the conditions so far; empty where the operating system does not report them. */
  Optional<Conditions> conditions() {
    Optional<CoreTime> end = now();
    return before.isEmpty() || begin.isEmpty() || end.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Conditions(
                loadAverage, begin.get().since(before.get()), end.get().since(begin.get())));
  }
}
