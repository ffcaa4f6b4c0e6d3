package org.dharch.ws.rm.store;

/**
 * The usage of a store.
 *
 * @param bytes of envelopes
 */
public record RmUsage(long sequences, long messages, long bytes) {
  static final RmUsage NONE = new RmUsage(0, 0, 0);

  RmUsage plus(RmUsage other) {
    return new RmUsage(sequences + other.sequences, messages + other.messages, bytes + other.bytes);
  }
}
