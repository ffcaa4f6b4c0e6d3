package org.dharch.core.wire.bytes;

import org.dharch.core.message.MalformedMessageException;

/**
 * How much of a field may travel, and what that bound is called in an error. Immutable.
 *
 * @param name the bound's name, as a reader of the error finds it in the configuration or the code
 * @param most the largest value allowed: bytes of a text or a block, or the number of items
 */
public record WireBound(String name, int most) {
  /** For what only its surroundings bound: no more than there is room for. */
  public static final WireBound NONE = new WireBound("what a length can say", Integer.MAX_VALUE);

  /**
   * {@code value}, which is allowed.
   *
   * @throws MalformedMessageException if it is not; it names field, value and bound
   */
  public int check(String field, long value) {
    if (value < 0 || value > most) {
      throw new MalformedMessageException(field + "=" + value + " > " + name + "=" + most);
    }
    return (int) value;
  }
}
