package org.dharch.core.message;

import java.util.regex.Pattern;

/** Java's names of what went wrong, which are for the log and not for whoever sent a message. */
final class ClassNames {
  private static final String QUALIFIED = "(?:[a-z_][A-Za-z0-9_]*\\.)+[A-Z][A-Za-z0-9_$]*";

  /** As a reason begins that was made of an exception: its class, and what it says, if anything. */
  private static final Pattern FIRST = Pattern.compile("^" + QUALIFIED + "(?:: |$)");

  /** What is within it, of a cause, has a name that says what it is. */
  private static final Pattern WITHIN =
      Pattern.compile(
          "(?<![A-Za-z0-9_.])" + QUALIFIED + "(?<=Exception|Error|Fault)(?:: |(?!\\w))");

  private ClassNames() {}

  /** {@code reason} without them. */
  static String without(String reason) {
    String rest = FIRST.matcher(reason).replaceFirst("");
    return rest.isEmpty() ? "it failed without saying why" : WITHIN.matcher(rest).replaceAll("");
  }
}
