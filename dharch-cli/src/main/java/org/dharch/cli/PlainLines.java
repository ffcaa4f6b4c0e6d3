package org.dharch.cli;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;

/**
 * Formats log lines so that no foreign text, such as an exception's message, can move the cursor,
 * ring the bell, or imitate a log line: control characters are written as {@code \\u001b}, and
 * further lines of a message are indented.
 */
final class PlainLines extends PatternLayout {
  /** The pattern's word for an exception. */
  private static final String EXCEPTION = "exception";

  /**
   * @param pattern is followed by the exception, if there is one
   */
  PlainLines(String pattern) {
    getInstanceConverterMap().put(EXCEPTION, Exceptions::new);
    setPattern(pattern + "%" + EXCEPTION);
  }

  @Override
  public String doLayout(ILoggingEvent event) {
    return plain(super.doLayout(event));
  }

  private static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean endsLine = c == '\n' || (c == '\r' && text.startsWith("\n", i + 1));
      if (c == '\t' || endsLine || isShown(c)) {
        plain.append(c);
      } else {
        plain.append(String.format("\\u%04x", (int) c));
      }
    }
    return plain.toString();
  }

  /** Also excludes characters that change the direction of text or end a line. */
  private static boolean isShown(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static final class Exceptions extends ThrowableProxyConverter {
    @Override
    protected String throwableProxyToString(IThrowableProxy problem) {
      return super.throwableProxyToString(new Indented(problem));
    }
  }

  /** An exception whose further message lines are indented. */
  private record Indented(IThrowableProxy problem) implements IThrowableProxy {
    private static String lines(String message) {
      return message == null ? null : message.replaceAll("\\R", "\n\t| ");
    }

    @Override
    public String getMessage() {
      return lines(problem.getMessage());
    }

    @Override
    public String getOverridingMessage() {
      return lines(problem.getOverridingMessage());
    }

    @Override
    public String getClassName() {
      return problem.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
      return problem.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
      return problem.getCommonFrames();
    }

    @Override
    public IThrowableProxy getCause() {
      return problem.getCause() == null ? null : new Indented(problem.getCause());
    }

    @Override
    public IThrowableProxy[] getSuppressed() {
      IThrowableProxy[] all = problem.getSuppressed();
      IThrowableProxy[] indented = new IThrowableProxy[all == null ? 0 : all.length];
      for (int i = 0; i < indented.length; i++) {
        indented[i] = new Indented(all[i]);
      }
      return indented;
    }

    @Override
    public boolean isCyclic() {
      return problem.isCyclic();
    }
  }
}
