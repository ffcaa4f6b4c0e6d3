package org.dharch.core.message;

/** A problem in one line. */
final class OneLine {
  private OneLine() {}

  static String of(Throwable problem) {
    String message = problem.getMessage();
    String text = problem.getClass().getName() + (message == null ? "" : ": " + message);
    return text.replaceAll("\\s+", " ");
  }
}
