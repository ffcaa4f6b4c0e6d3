package org.dharch.core.flow;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The limit on concurrent executions: fixed, or adapted by an algorithm of Netflix
 * concurrency-limits to the times of earlier ones, within its minimum and maximum (the library's
 * own minimum of 20 is not used). Not thread-safe, except {@link #size}.
 *
 * <p>The algorithm gets averages over at least ten samples and a tenth of a second, so that one
 * heavy message among light ones is not mistaken for congestion.
 */
public final class ConcurrencyLimit {
  private static final int SAMPLES = 10;
  private static final long LEAST_MILLIS = 100;
  private static final long MOST_MILLIS = 1000;

  private final ConcurrencyLimitSetting setting;
  private final Optional<Limit> limit;
  private volatile int size;
  private long origin;
  private boolean sampled;

  public ConcurrencyLimit(ConcurrencyLimitSetting setting) {
    this.setting = setting;
    this.limit = limit(setting);
    this.size = setting.initial();
  }

  private static Optional<Limit> limit(ConcurrencyLimitSetting setting) {
    return switch (setting.algorithm()) {
      case FIXED -> Optional.empty();
      case VEGAS ->
          Optional.of(
              averaged(
                  VegasLimit.newBuilder()
                      .initialLimit(setting.initial())
                      .maxConcurrency(setting.max())
                      .build()));
      case GRADIENT2 ->
          Optional.of(
              averaged(
                  Gradient2Limit.newBuilder()
                      .initialLimit(setting.initial())
                      .minLimit(setting.min())
                      .maxConcurrency(setting.max())
                      .build()));
      case AIMD ->
          Optional.of(
              averaged(
                  AIMDLimit.newBuilder()
                      .initialLimit(setting.initial())
                      .minLimit(setting.min())
                      .maxLimit(setting.max())
                      .timeout(setting.congestion().toNanos(), TimeUnit.NANOSECONDS)
                      .build()));
    };
  }

  private static Limit averaged(Limit limit) {
    return WindowedLimit.newBuilder()
        .windowSize(SAMPLES)
        .minWindowTime(LEAST_MILLIS, TimeUnit.MILLISECONDS)
        .maxWindowTime(MOST_MILLIS, TimeUnit.MILLISECONDS)
        .build(limit);
  }

  /** The current limit. */
  public int size() {
    return size;
  }

  /** The upper bound of {@link #size}. */
  public int max() {
    return setting.max();
  }

  /**
   * Records a message that has left.
   *
   * @param beganAt its entry, on the manager's clock, in nanoseconds
   * @param tookNanos its time inside
   * @param inUse the messages inside, including itself
   * @param dropped whether it failed: timed out, lost or rejected
   */
  public void sample(long beganAt, long tookNanos, int inUse, boolean dropped) {
    if (limit.isEmpty()) {
      return;
    }
    if (!sampled) {
      sampled = true;
      origin = beganAt - 1; // the library expects positive times
    }
    limit.get().onSample(Math.max(1, beganAt - origin), Math.max(1, tookNanos), inUse, dropped);
    size = Math.max(setting.min(), Math.min(setting.max(), limit.get().getLimit()));
  }
}
