package org.dharch.benchmarks.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The result of a load interval. Times in nanoseconds, from the due time of a request until its
 * answer.
 */
public final class LoadResult {
  private static final long LONGEST = 600_000_000_000L;

  private final Map<String, Histogram> kinds = new TreeMap<>();
  private final Histogram all = new Histogram(LONGEST, 3);
  private long completedInTime;
  private long rejected;
  private long nanos;

  LoadResult() {}

  void answered(String kind, long nanos) {
    long value = Math.min(Math.max(0, nanos), LONGEST);
    kinds.computeIfAbsent(kind, k -> new Histogram(LONGEST, 3)).recordValue(value);
    all.recordValue(value);
  }

  void inTime() {
    completedInTime++;
  }

  void recordRejection() {
    rejected++;
  }

  void took(long value) {
    nanos = value;
  }

  /** Returns the times of all requests that began in the interval and were answered at any time. */
  public Histogram all() {
    return all;
  }

  /** Returns the times by kind. */
  public Map<String, Histogram> kinds() {
    return kinds;
  }

  /** Returns the number of requests rejected with HTTP status 503. */
  public long rejected() {
    return rejected;
  }

  /** Returns the answers per second within the interval; later answers do not count. */
  public double perSecond() {
    return completedInTime * 1e9 / nanos;
  }

  /** Returns the rejections per second, of all requests that began in the interval. */
  public double rejectedPerSecond() {
    return rejected * 1e9 / nanos;
  }

  /** Returns the mean response time in ms. */
  public double meanMillis() {
    return all.getMean() / 1e6;
  }

  /** Adds the times of another interval. */
  public void add(LoadResult other) {
    other.kinds.forEach(
        (kind, histogram) ->
            kinds.computeIfAbsent(kind, k -> new Histogram(LONGEST, 3)).add(histogram));
    all.add(other.all);
    completedInTime += other.completedInTime;
    rejected += other.rejected;
    nanos += other.nanos;
  }

  /** Returns an empty result to add others to. */
  public static LoadResult empty() {
    return new LoadResult();
  }
}
