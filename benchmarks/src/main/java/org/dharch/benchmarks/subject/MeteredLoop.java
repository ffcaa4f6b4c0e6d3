package org.dharch.benchmarks.subject;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.JvmUsage;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;

/** A {@link ClosedLoop} with its resource usage. */
public final class MeteredLoop {
  /** The metrics of each subject. */
  public static final String ROUND_TRIP = "round trip";

  public static final String THROUGHPUT = "throughput";
  public static final String CPU = "CPU per message";
  public static final String SWITCHES = "context switches";
  public static final String ALLOCATED = "allocated";

  private MeteredLoop() {}

  /**
   * The result of one round.
   *
   * @param round its times
   * @param use the usage of this JVM and those at the far end, per message
   */
  public record Round(ClosedLoop.Round round, JvmUsage use) {
    /** Returns the median latency in nanoseconds. */
    public double medianNanos() {
      return round.latency().getValueAtPercentile(50);
    }

    /** Returns the operations per second. */
    public double perSecond() {
      return round.perSecond();
    }

    /** Returns the processor time per message, in microseconds. */
    public double cpuMicros() {
      return use.cpuNanos() / 1e3;
    }
  }

  /** A subject and the JVMs at its far end. */
  public interface Contender {
    Subject subject();

    List<ChildJvm> far();
  }

  /**
   * Runs each contender for {@code nanos}, one after the other, round by round; the first {@code
   * warmUp} rounds do not count.
   *
   * @param roundDone called after each round, including the warm-up
   */
  public static Rounds alternate(
      Map<String, ? extends Contender> contenders,
      int inFlight,
      int warmUp,
      int rounds,
      long nanos,
      Runnable roundDone)
      throws InterruptedException {
    Rounds measured = new Rounds();
    for (int round = -warmUp; round < rounds; round++) {
      for (Map.Entry<String, ? extends Contender> each : contenders.entrySet()) {
        Contender one = each.getValue();
        Round taken = run(one.subject(), one.far(), inFlight, nanos);
        if (round >= 0) {
          measured.add(each.getKey(), taken);
        }
      }
      roundDone.run();
    }
    return measured;
  }

  /**
   * Runs for {@code nanos}.
   *
   * @param far the JVMs at the far end
   */
  public static Round run(Subject subject, List<ChildJvm> far, int inFlight, long nanos)
      throws InterruptedException {
    JvmUsage before = JvmUsage.of(far);
    ClosedLoop.Round round = ClosedLoop.run(subject, inFlight, nanos);
    JvmUsage use = JvmUsage.of(far).since(before, round.latency().getTotalCount());
    return new Round(round, use);
  }

  /** The rounds of several contenders. */
  public static final class Rounds {
    private final Map<String, List<Round>> all = new LinkedHashMap<>();

    /** Adds a round of {@code name}. */
    public void add(String name, Round round) {
      all.computeIfAbsent(name, it -> new ArrayList<>()).add(round);
    }

    /** Returns the rounds of {@code name}. */
    public List<Round> of(String name) {
      return all.get(name);
    }

    /** Returns the median of the ratios of both figures in the same round. */
    public double ratio(String ours, String theirs, ToDoubleFunction<Round> figure) {
      return ratios(ours, theirs, figure).median();
    }

    /** Returns that median with its confidence interval. */
    public Interval interval(String ours, String theirs, ToDoubleFunction<Round> figure) {
      return Interval.ofMedian(all(ours, theirs, figure));
    }

    /** Returns the ratios of both figures in the same round. */
    public Statistics ratios(String ours, String theirs, ToDoubleFunction<Round> figure) {
      return Statistics.of(all(ours, theirs, figure));
    }

    private List<Double> all(String ours, String theirs, ToDoubleFunction<Round> figure) {
      List<Round> one = of(ours);
      List<Round> other = of(theirs);
      return IntStream.range(0, one.size())
          .mapToObj(i -> figure.applyAsDouble(one.get(i)) / figure.applyAsDouble(other.get(i)))
          .toList();
    }

    /** Returns the median latency of all rounds of {@code name}, in nanoseconds. */
    public double medianNanos(String name) {
      return latency(of(name)).getValueAtPercentile(50);
    }

    /** Adds the figures of each contender to the report, as {@code situation: name}. */
    public void record(SuiteReport report, String situation, Map<String, Object> parameters) {
      all.forEach(
          (name, rounds) ->
              MeteredLoop.record(report, situation + ": " + name, parameters, rounds));
    }
  }

  private static Histogram latency(List<Round> rounds) {
    return ClosedLoop.sum(rounds.stream().map(each -> each.round().latency()).toList());
  }

  private static void record(
      SuiteReport report, String name, Map<String, Object> parameters, List<Round> rounds) {
    report.add(name, parameters, ROUND_TRIP, "us", Statistics.of(latency(rounds), 1e3));
    report.add(name, parameters, THROUGHPUT, "1/s", of(rounds, Round::perSecond));
    report.add(name, parameters, CPU, "us", of(rounds, Round::cpuMicros));
    report.add(name, parameters, SWITCHES, "1", of(rounds, each -> each.use().switches()));
    report.add(name, parameters, ALLOCATED, "B", of(rounds, each -> each.use().allocatedBytes()));
  }

  private static Statistics of(List<Round> rounds, ToDoubleFunction<Round> figure) {
    return Statistics.of(rounds.stream().map(figure::applyAsDouble).toList());
  }
}
