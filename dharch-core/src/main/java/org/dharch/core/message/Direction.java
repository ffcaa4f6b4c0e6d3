package org.dharch.core.message;

/** The way that a message is on through its container. */
public enum Direction {
  IN("in"),
  OUT("out"),
  IN_FAULT("in-fault"),
  OUT_FAULT("out-fault");

  private final String text;

  Direction(String text) {
    this.text = text;
  }

  /**
   * Returns the flow of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static Direction parse(String text) {
    for (Direction flow : values()) {
      if (flow.text.equals(text)) {
        return flow;
      }
    }
    throw new IllegalArgumentException(
        "flow must be in, out, in-fault or out-fault (got '" + text + "')");
  }

  /** Whether the message enters its container, as a fault or not; otherwise it leaves. */
  public boolean isInbound() {
    return this == IN || this == IN_FAULT;
  }

  /** Whether the message is a fault. */
  public boolean isFault() {
    return this == IN_FAULT || this == OUT_FAULT;
  }

  /** The name used in documents and on the wire. */
  @Override
  public String toString() {
    return text;
  }
}
