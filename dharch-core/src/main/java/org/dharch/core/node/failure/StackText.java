package org.dharch.core.node.failure;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.dharch.core.wire.HandlerResult;

/**
 * Describes the place in a handler's code where it failed or is running: an exception and its
 * causes with their frames, up to the call of the handler. At most {@value HandlerResult#MAX_TRACE}
 * characters; lines beyond that are omitted.
 */
public final class StackText {
  private static final int MAX_CAUSES = 8;
  private static final int MAX_FRAMES = 24;
  private static final String CALLER =
      "org.dharch.core.node.HandlerCall"; // by name: must not see it
  private static final String LEFT_OUT = "...";

  private final StringBuilder text = new StringBuilder();
  private boolean isFull;

  private StackText() {}

  public static String of(Throwable problem) {
    StackText stack = new StackText();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    String before = "";
    StackTraceElement[] around = {};
    for (Throwable each = problem;
        each != null && seen.size() < MAX_CAUSES && seen.add(each);
        each = cause(each)) {
      stack.line(before + name(each));
      StackTraceElement[] frames = frames(each);
      stack.frames(frames, frames.length - inCommon(frames, around));
      around = frames;
      before = "Caused by: ";
    }
    return stack.text.toString();
  }

  /** Returns the frames of a running thread. */
  public static String at(StackTraceElement[] frames) {
    StackText stack = new StackText();
    stack.frames(frames, frames.length);
    return stack.text.toString();
  }

  private static String name(Throwable problem) {
    String name = problem.getClass().getName();
    String line = ErrorText.of(problem);
    return line.startsWith(name) ? line : name + ": " + line;
  }

  /** Foreign code may throw here. */
  private static Throwable cause(Throwable problem) {
    try {
      return problem.getCause();
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static StackTraceElement[] frames(Throwable problem) {
    try {
      return problem.getStackTrace();
    } catch (RuntimeException e) {
      return new StackTraceElement[0];
    }
  }

  /** Returns the number of final frames that a cause shares with the exception around it. */
  private static int inCommon(StackTraceElement[] frames, StackTraceElement[] around) {
    int common = 0;
    while (common < Math.min(frames.length, around.length)
        && frames[frames.length - 1 - common].equals(around[around.length - 1 - common])) {
      common++;
    }
    return common;
  }

  private void frames(StackTraceElement[] frames, int count) {
    for (int i = 0; i < count && !frames[i].getClassName().equals(CALLER); i++) {
      if (i == MAX_FRAMES) {
        line("    " + LEFT_OUT);
        return;
      }
      line("    at " + ErrorText.line(frames[i].toString()));
    }
  }

  private void line(String line) {
    int capacity = HandlerResult.MAX_TRACE - LEFT_OUT.length() - 1;
    if (!isFull && text.length() + line.length() < capacity) {
      text.append(line).append('\n');
    } else if (!isFull) {
      isFull = true;
      text.append(LEFT_OUT).append('\n');
    }
  }
}
