package org.dharch.samples.findroute;

/** What the road map says. */
public final class Directions {
  private static final String TURN = " Go straight on, then left.";

  private Directions() {}

  /**
   * From one place to another.
   *
   * @param characters how long it is at least, as a map that tells every turn
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
