package org.dharch.core.placement;

/** Mixes the bits of similar numbers: the finalizer of MurmurHash3 (Appleby, 2008). */
final class Mix {
  private Mix() {}

  /** Returns a number in which every bit depends on every bit of {@code value}. */
  static long of(long value) {
    long mixed = value;
    mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
