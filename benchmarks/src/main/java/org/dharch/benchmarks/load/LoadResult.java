package org.dharch.benchmarks.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What a stretch of load gave. Times in nanoseconds, from when a request was due until its answer
 * was there.
 */
public final class LoadResult {
  private static final long LONGEST = 600_000_000_000L;

  private final Map<String, Histogram> kinds = new TreeMap<>();
  private final Histogram all = new Histogram(LONGEST, 3);
  private long completedInTime;
  private long refused;
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

  void refusedOne() {
    refused++;
  }

  void took(long value) {
    nanos = value;
  }

  /** Of all requests that were begun in that stretch and answered, whenever. */
  public Histogram all() {
    return all;
  }

  /** The same for each kind. */
  public Map<String, Histogram> kinds() {
    return kinds;
  }

  /** How many were refused, with HTTP status 503. */
  public long refused() {
    return refused;
  }

  /** Answers a second while it lasted; those that came after its end do not count. */
  public double perSecond() {
    return completedInTime * 1e9 / nanos;
  }

  /** Refusals a second, of all requests that were begun while it lasted. */
  public double refusedPerSecond() {
    return refused * 1e9 / nanos;
  }

  /** Mean time of an answer, in ms. */
  public double meanMillis() {
    return all.getMean() / 1e6;
  }

  /** Adds another stretch's times. */
  public void add(LoadResult other) {
    other.kinds.forEach(
        (kind, histogram) ->
            kinds.computeIfAbsent(kind, k -> new Histogram(LONGEST, 3)).add(histogram));
    all.add(other.all);
    completedInTime += other.completedInTime;
    refused += other.refused;
    nanos += other.nanos;
  }

  /** An empty one to add others to. */
  public static LoadResult empty() {
    return new LoadResult();
  }
}
