package org.dharch.test;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.message.LatestUsed;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/**
 * Captures log lines with a message's id in SLF4J's context: of the latest {@value #MESSAGES}
 * messages, the first {@value #LINES} lines of each. Thread-safe.
 */
final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private static final String MESSAGE_ID = "messageId";
  private static final int MESSAGES = 1000;
  private static final int LINES = 1000;

  private final Map<String, List<LogLine>> lines = new LatestUsed<>(MESSAGES); // guarded by itself
  private final Optional<Logger> root;

  /** Without Logback behind SLF4J nothing is captured, and a query throws an exception. */
  LogCapture() {
    setName("dharch-test");
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    root =
        factory instanceof LoggerContext context
            ? Optional.of(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME))
            : Optional.empty();
    root.ifPresent(
        logger -> {
          setContext(logger.getLoggerContext());
          start();
          logger.addAppender(this);
        });
  }

  @Override
  protected void append(ILoggingEvent event) {
    String id = event.getMDCPropertyMap().get(MESSAGE_ID);
    if (id == null) {
      return;
    }
    synchronized (lines) {
      List<LogLine> its = lines.computeIfAbsent(id, unused -> new ArrayList<>());
      if (its.size() < LINES) {
        its.add(LogLine.of(event));
      }
    }
  }

  /**
   * Returns the log lines of this message so far.
   *
   * @throws IllegalStateException if SLF4J does not log to Logback
   */
  List<LogLine> of(MessageId id) {
    if (root.isEmpty()) {
      throw new IllegalStateException(
          "SLF4J must log to Logback (got "
              + LoggerFactory.getILoggerFactory().getClass().getName()
              + "); remove the other provider from the tests' class path");
    }
    synchronized (lines) {
      return List.copyOf(lines.getOrDefault(id.toString(), List.of()));
    }
  }

  @Override
  public void close() {
    root.ifPresent(logger -> logger.detachAppender(this));
    stop();
  }
}
