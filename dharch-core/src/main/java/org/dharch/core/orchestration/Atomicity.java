package org.dharch.core.orchestration;

/** The effects of a failed attempt of a handler, which decide the recovery (seed 000, 3.3). */
public enum Atomicity {
  /** It keeps nothing beyond the message: tried again anywhere, any time. */
  STATELESS("stateless"),
  /**
   * All or nothing: an attempt that threw had no effect and is repeated. An attempt with an unknown
   * outcome is only requested from the same node again, never started elsewhere.
   */
  ATOMIC("atomic"),
  /**
   * A failed attempt may have done part of its work: tried again only after its compensator ran.
   */
  QUASI_ATOMIC("quasi-atomic"),
  /**
   * A failed attempt may have done part of its work, and nothing compensates it: never tried again.
   */
  NON_ATOMIC("non-atomic");

  private final String text;

  Atomicity(String text) {
    this.text = text;
  }

  /**
   * Returns the atomicity of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static Atomicity parse(String text) {
    for (Atomicity atomicity : values()) {
      if (atomicity.text.equals(text)) {
        return atomicity;
      }
    }
    throw new IllegalArgumentException(
        "atomicity must be stateless, atomic, quasi-atomic or non-atomic (got '" + text + "')");
  }

  /** Whether it must not perform twice for one message. */
  public boolean stateful() {
    return this != STATELESS;
  }

  /** The name used in documents. */
  @Override
  public String toString() {
    return text;
  }
}
