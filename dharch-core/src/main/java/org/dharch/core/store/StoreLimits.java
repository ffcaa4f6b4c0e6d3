package org.dharch.core.store;

/**
 * The bounds of a {@link MessageStore}.
 *
 * @param failed the number of failed messages; beyond it the oldest that had not been accepted is
 *     deleted, a {@linkplain FailureRecord#isRefusal rejected} one before any other, and never
 *     another for a rejected one
 * @param failedBytes their total size in bytes; beyond it the oldest such is deleted
 * @param accepted the number of accepted messages that have not ended; beyond it senders are
 *     rejected with BUSY
 * @param acceptedBytes their total size in bytes
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
      throw new IllegalArgumentException(
          field + " must be at least " + min + " (got " + value + ")");
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
