package org.dharch.benchmarks.harness;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;

/** Looks at what goes on beside a run, from its beginning. One thread. */
final class BackgroundLoadMonitor {
  private static final Path PROC = Path.of("/proc");
  private static final long BEFORE_MILLIS = 1_000;

  private final double loadAverage;
  private final Optional<CoreTime> before;
  private final Optional<CoreTime> begin;

  private BackgroundLoadMonitor(double loadAverage, Optional<CoreTime> before, Optional<CoreTime> begin) {
    this.loadAverage = loadAverage;
    this.before = before;
    this.begin = begin;
  }

  /** Looks for a second at what goes on before it. */
  static BackgroundLoadMonitor begin() throws InterruptedException {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Optional<CoreTime> before = now();
    Thread.sleep(BEFORE_MILLIS);
    return new BackgroundLoadMonitor(load, before, now());
  }

  private static Optional<CoreTime> now() {
    return CoreTime.now(PROC, ProcessHandle.current().pid(), ScratchFolder.PLACE);
  }

  /** What was seen until now; nothing where the system does not tell. */
  Optional<Conditions> seen() {
    Optional<CoreTime> end = now();
    return before.isEmpty() || begin.isEmpty() || end.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Conditions(
                loadAverage, begin.get().since(before.get()), end.get().since(begin.get())));
  }
}
