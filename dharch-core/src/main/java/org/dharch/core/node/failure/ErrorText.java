package org.dharch.core.node.failure;

import org.dharch.core.message.DHArchException;

/** Creates the one-line text that states why a handler failed. */
public final class ErrorText {
  private static final int MAX = 500;

  /** Precedes the message of a LinkageError. */
  private static final String LINKAGE =
      "a required class is missing or has another version in the handlers folder or on the node's"
          + " class path: ";

  private ErrorText() {}

  /**
   * Returns the class and message of {@code problem}. For DHArch's own exceptions it returns the
   * message only, and for incompatible classes a description.
   */
  public static String of(Throwable problem) {
    String name = problem.getClass().getName();
    String message;
    try {
      message = problem.getMessage();
    } catch (RuntimeException e) {
      message = "(its message cannot be read: " + e.getClass().getName() + ")";
    }
    if (message == null || message.isBlank()) {
      return name;
    }
    if (problem instanceof LinkageError) {
      return line(LINKAGE + message);
    }
    return line(problem instanceof DHArchException ? message : name + ": " + message);
  }

  /**
   * Returns {@code text} without line breaks and control characters, at most {@value #MAX}
   * characters.
   */
  public static String line(String text) {
    int end = Math.min(text.length(), MAX);
    StringBuilder line = new StringBuilder(end);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < end
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        line.append(c).append(text.charAt(++i));
      } else {
        // the text becomes part of a SOAP fault, so only characters of XML 1.0 are allowed
        boolean allowed = c >= ' ' && !Character.isSurrogate(c) && c < 0xFFFE && c != 0x7F;
        line.append(allowed ? c : ' ');
      }
    }
    return line.toString().strip();
  }
}
