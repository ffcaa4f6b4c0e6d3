package org.dharch.core.store;

/**
 * The bounds on what a {@link MessageStore} keeps.
 *
 * @param failed how many failed messages; past it the oldest goes that had not been accepted, one
 *     that was {@linkplain FailureRecord#isRefusal refused} before any other, and for such a one no
 *     other
 * @param failedBytes their size together, in bytes; past it the oldest such goes
 * @param accepted how many accepted messages that have not ended, and such as were halted past the
 *     bound on those; past it senders are told "busy"
 * @param acceptedBytes their size together, in bytes
 */
public record StoreLimits(int failed, long failedBytes, int accepted, long acceptedBytes) {

  /** 1,000 failed messages of 32 MiB in all, 10,000 accepted ones of 256 MiB. */
  public static final StoreLimits DEFAULT = new StoreLimits(1000, 32L << 20, 10_000, 256L << 20);

  public StoreLimits {
    atLeast("failed", failed, 0);
    atLeast("failedBytes", failedBytes, 0);
    atLeast("accepted", accepted, 1);
    atLeast("acceptedBytes", acceptedBytes, 1);
  }

  private static void atLeast(String field, long value, long min) {
    if (value < min) {
      throw new IllegalArgumentException(field + "=" + value + "; " + min + " or more is allowed");
    }
  }

  public StoreLimits failed(int value) {
    return new StoreLimits(value, failedBytes, accepted, acceptedBytes);
  }

  public StoreLimits failedBytes(long value) {
    return new StoreLimits(failed, value, accepted, acceptedBytes);
  }

  public StoreLimits accepted(int value) {
    return new StoreLimits(failed, failedBytes, value, acceptedBytes);
  }

  public StoreLimits acceptedBytes(long value) {
    return new StoreLimits(failed, failedBytes, accepted, value);
  }
}
