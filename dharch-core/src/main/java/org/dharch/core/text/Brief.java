package org.dharch.core.text;

/**
 * Shortens external input for error texts and logs: megabytes of input become dozens of characters.
 * Stateless; thread-safe.
 */
public final class Brief {
  /** How many characters of a text from outside are shown at most. */
  public static final int SHOWN = 48;

  private Brief() {}

  /** Returns the beginning of {@code text} in one line, with the whole length if it is cut. */
  public static String of(String text) {
    return cut(text, SHOWN);
  }

  /** The same with {@code most} characters. */
  public static String cut(String text, int most) {
    boolean whole = text.length() <= most;
    int end = whole || !Character.isHighSurrogate(text.charAt(most - 1)) ? most : most - 1;
    String shown = whole ? text : text.substring(0, end);
    StringBuilder line = new StringBuilder(shown.length());
    shown
        .codePoints()
        .forEach(c -> line.appendCodePoint(Character.isISOControl(c) && c != '\t' ? '?' : c));
    return whole ? line.toString() : line + "... (" + text.length() + " characters)";
  }
}
