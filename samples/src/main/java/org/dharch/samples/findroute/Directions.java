package org.dharch.samples.findroute;

/** The response of the road map. */
public final class Directions {
  private static final String TURN = " Go straight on, then left.";

  private Directions() {}

  /**
   * Returns directions from one place to another.
   *
   * @param characters the minimum length, as in a map that lists every turn
   */
  public static String of(Place from, Place to, int characters) {
    StringBuilder text = new StringBuilder(Math.max(64, characters + TURN.length()));
    text.append("From ").append(from.city()).append(' ').append(from.zip());
    text.append(" to ").append(to.city()).append(' ').append(to.zip()).append('.');
    while (text.length() < characters) {
      text.append(TURN);
    }
    return text.toString();
  }
}
