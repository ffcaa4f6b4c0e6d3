package org.dharch.core.orchestration;

/** What a failed attempt of a handler leaves behind, and so what may follow it (seed 000, 3.3). */
public enum Atomicity {
  /** It keeps nothing beyond the message: tried again anywhere, any time. */
  STATELESS,
  /**
   * All or nothing: an attempt that threw did nothing and is tried again. One whose end is not
   * known is asked for again from the node that had it, never begun elsewhere.
   */
  ATOMIC,
  /**
   * A failed attempt may have done part of its work: tried again only after its compensator ran.
   */
  QUASI_ATOMIC,
  /** A failed attempt may have done part of its work, and nothing undoes it: never tried again. */
  NON_ATOMIC;

  /** Whether it must not perform twice for one message. */
  public boolean stateful() {
    return this != STATELESS;
  }
}
