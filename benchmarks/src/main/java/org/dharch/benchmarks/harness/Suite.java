package org.dharch.benchmarks.harness;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A benchmark suite: its name, how long it takes, what it measures and how that is shown. Found by
 * {@link java.util.ServiceLoader}, so each is a public class with a public constructor without
 * parameters and a line in {@code META-INF/services}. Run by one thread.
 */
public abstract class Suite {
  private final String name;
  private final String description;
  private final Function<Options, Duration> duration;
  private final Function<SuiteRun, Experiment> experiment;

  /**
   * A suite.
   *
   * @param name what it is called on the command line and what its files are called
   * @param description one line: what it measures, against what
   * @param duration about how long it takes; quick: some minutes at most
   * @param experiment makes what it measures, anew for each run
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

  /** Where it can run; anywhere but far away if it says nothing. */
  public Set<BenchmarkEnvironment> environments() {
    return EnumSet.complementOf(EnumSet.of(BenchmarkEnvironment.WAN));
  }

  /** A duration of so many seconds if quick, and of so many if full. */
  protected static Function<Options, Duration> seconds(int quick, int full) {
    return options -> Duration.ofSeconds(options.choose(quick, full));
  }

  /** What it is called on the command line and what its files are called. */
  public final String name() {
    return name;
  }

  /** One line: what it measures, against what. */
  public final String description() {
    return description;
  }

  /** About how long it takes; said before it begins. */
  public final Duration duration(Options options) {
    return duration.apply(options);
  }

  /**
   * Runs its experiment once.
   *
   * @throws org.dharch.core.message.DHArchException if it cannot run here; says why
   * @throws Exception if it cannot measure
   */
  public final void run(SuiteRun run) throws Exception {
    experiment.apply(run).run();
  }

  /**
   * The figures that the report shows of results, made from the results alone, so that a report can
   * be written anew at any time. Results of an older version may lack something: leave it out.
   */
  public abstract List<Figure> figures(SuiteResults results);
}
