package org.dharch.core.node.failure;

import org.dharch.core.message.DHArchException;

/** Makes the one line that says why a handler did not perform. */
public final class ErrorText {
  private static final int MAX = 500;

  /** Characters that would make a class or method name unreadable in a text. */
  private static final String UNFIT =
      "what it needs is not there, or of another version, in the handlers folder or on the node's"
          + " class path: ";

  private ErrorText() {}

  /**
   * Class and message of {@code problem}; the message alone if it is DHArch's own, and in words if
   * classes do not fit together.
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
      return line(UNFIT + message);
    }
    return line(problem instanceof DHArchException ? message : name + ": " + message);
  }

  /** {@code text} without line breaks and control characters, at most {@value #MAX} characters. */
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
        // goes into a SOAP fault, so only what XML 1.0 allows
        boolean allowed = c >= ' ' && !Character.isSurrogate(c) && c < 0xFFFE && c != 0x7F;
        line.append(allowed ? c : ' ');
      }
    }
    return line.toString().strip();
  }
}
