package org.dharch.test;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.util.Map;

/**
 * A line that was logged while a message was processed. Immutable.
 *
 * @param level such as {@code INFO}
 * @param logger the logger's name
 * @param message with its arguments in it
 * @param mdc SLF4J's context at that moment; it has the message's id as "messageId"
 * @param thrown the stack trace of the logged exception; empty if there was none
 */
public record LogLine(
    String level, String logger, String message, Map<String, String> mdc, String thrown) {
  public LogLine {
    mdc = Map.copyOf(mdc);
  }

  static LogLine of(ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    return new LogLine(
        event.getLevel().toString(),
        event.getLoggerName(),
        event.getFormattedMessage(),
        event.getMDCPropertyMap(),
        thrown == null ? "" : ThrowableProxyUtil.asString(thrown));
  }

  @Override
  public String toString() {
    return level + " " + logger + ": " + message + (thrown.isEmpty() ? "" : "\n" + thrown);
  }
}
