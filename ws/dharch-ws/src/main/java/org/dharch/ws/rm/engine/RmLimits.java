package org.dharch.ws.rm.engine;

/**
 * The bounds of a store, for all nodes that share it.
 *
 * @param maxSequences of both ends; otherwise CreateSequenceRefused
 * @param maxMessages stored messages; otherwise no new message is accepted
 * @param maxBytes the total size of envelopes; otherwise no new message is accepted
 */
public record RmLimits(long maxSequences, long maxMessages, long maxBytes) {
  public static final RmLimits DEFAULT = new RmLimits(100_000, 10_000_000, 4L << 30);

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public RmLimits {
    atLeastOne("maxSequences", maxSequences);
    atLeastOne("maxMessages", maxMessages);
    atLeastOne("maxBytes", maxBytes);
  }

  private static void atLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1 (got " + value + ")");
    }
  }
}
