package org.dharch.core.text;

import java.util.regex.Pattern;

/** Names of Java classes in error texts, which belong in the log and not in replies to senders. */
public final class ClassNames {
  private static final String QUALIFIED = "(?:[a-z_][A-Za-z0-9_]*\\.)+[A-Z][A-Za-z0-9_$]*";

  /** The beginning of a reason made from an exception: its class, and its text if any. */
  private static final Pattern FIRST = Pattern.compile("^" + QUALIFIED + "(?:: |$)");

  /** A descriptive class name within the text of a cause. */
  private static final Pattern WITHIN =
      Pattern.compile(
          "(?<![A-Za-z0-9_.])" + QUALIFIED + "(?<=Exception|Error|Fault)(?:: |(?!\\w))");

  private ClassNames() {}

  /** {@code reason} without them. */
  public static String without(String reason) {
    String rest = FIRST.matcher(reason).replaceFirst("");
    return rest.isEmpty() ? "it failed without saying why" : WITHIN.matcher(rest).replaceAll("");
  }
}
