package org.dharch.benchmarks.harness;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A benchmark suite: its name, its duration, its experiment and its figures. {@link
 * java.util.ServiceLoader} finds it: a public class with a public constructor without parameters
 * and a line in {@code META-INF/services}. One thread.
 */
public abstract class Suite {
  private final String name;
  private final String description;
  private final Function<Options, Duration> duration;
  private final Function<SuiteRun, Experiment> experiment;

  /**
   * Makes a suite.
   *
   * @param name the name on the command line and in file names
   * @param description what it measures and compares, in one line
   * @param duration the approximate duration; quick runs take minutes
   * @param experiment makes the experiment of one run
   */
  protected Suite(
      String name,
      String description,
      Function<Options, Duration> duration,
      Function<SuiteRun, Experiment> experiment) {
    this.name = name;
    this.description = description;
    this.duration = duration;
    this.experiment = experiment;
  }

  /** Returns the supported environments; by default all except wan. */
  public Set<BenchmarkEnvironment> environments() {
    return EnumSet.complementOf(EnumSet.of(BenchmarkEnvironment.WAN));
  }

  /** Returns a duration function with the seconds of a quick and of a full run. */
  protected static Function<Options, Duration> seconds(int quick, int full) {
    return options -> Duration.ofSeconds(options.choose(quick, full));
  }

  /** Returns the name on the command line and in file names. */
  public final String name() {
    return name;
  }

  /** Returns what the suite measures and compares, in one line. */
  public final String description() {
    return description;
  }

  /** Returns the approximate duration, which is printed before the run. */
  public final Duration duration(Options options) {
    return duration.apply(options);
  }

  /**
   * Runs the experiment once.
   *
   * @throws org.dharch.core.message.DHArchException if the suite cannot run on this machine
   * @throws Exception if the measurement fails
   */
  public final void run(SuiteRun run) throws Exception {
    experiment.apply(run).run();
  }

  /**
   * Returns the figures of the results. They depend on the results alone, so that a report can be
   * rewritten at any time. A figure must omit values that the results lack.
   */
  public abstract List<Figure> figures(SuiteResults results);
}
