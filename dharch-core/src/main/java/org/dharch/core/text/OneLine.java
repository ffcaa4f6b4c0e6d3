package org.dharch.core.text;

/** Formats an exception as one line: its class and its message. */
public final class OneLine {
  private OneLine() {}

  public static String of(Throwable problem) {
    String message = problem.getMessage();
    String text = problem.getClass().getName() + (message == null ? "" : ": " + message);
    return text.replaceAll("\\s+", " ");
  }
}
