package org.dharch.api;

/**
 * The bounds on one message; a violation is rejected with its value and the bound.
 *
 * @param maxPayloadBytes envelope or reply, in bytes
 * @param maxProperties number of properties
 * @param maxPropertyBytes name and value of one property together, in UTF-8 bytes
 * @param maxHeaderBlocks header blocks of one envelope
 * @param maxDepth nesting of elements where DHArch itself reads them
 * @param maxAttributes attributes of one element where DHArch itself reads them
 */
public record Limits(
    int maxPayloadBytes,
    int maxProperties,
    int maxPropertyBytes,
    int maxHeaderBlocks,
    int maxDepth,
    int maxAttributes) {

  /** 16 MiB, 256 properties of 64 KiB, 256 header blocks, depth 512, 256 attributes. */
  public static final Limits DEFAULT = new Limits(16 << 20, 256, 64 << 10, 256, 512, 256);

  /**
   * Returns a copy with another bound on envelopes and replies.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public Limits maxPayloadBytes(int value) {
    if (value < 1) {
      throw new IllegalArgumentException("maxPayloadBytes must be at least 1 (got " + value + ")");
    }
    return new Limits(
        value, maxProperties, maxPropertyBytes, maxHeaderBlocks, maxDepth, maxAttributes);
  }
}
