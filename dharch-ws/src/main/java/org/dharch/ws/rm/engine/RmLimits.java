package org.dharch.ws.rm.engine;

/**
 * The bounds of everything in a store, whoever shares it.
 *
 * @param maxSequences at both ends; past it CreateSequenceRefused
 * @param maxMessages kept; past it nothing new is taken, nor acknowledged
 * @param maxBytes of their envelopes; past it the same
 */
public record RmLimits(long maxSequences, long maxMessages, long maxBytes) {
  /** What holds where nothing is configured: 100,000 sequences, 4 GiB. */
  public static final RmLimits DEFAULT = new RmLimits(100_000, 10_000_000, 4L << 30);

  /**
   * @throws IllegalArgumentException naming the first that is out of bounds
   */
  public RmLimits {
    atLeastOne("maxSequences", maxSequences);
    atLeastOne("maxMessages", maxMessages);
    atLeastOne("maxBytes", maxBytes);
  }

  private static void atLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + "=" + value + "; at least 1 is allowed");
    }
  }
}
