package org.dharch.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.jul.LevelChangePropagator;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Passes the records of {@code java.util.logging}, which OpenTelemetry and some drivers and
 * handlers use, to the log with the same levels. Safe for any thread.
 */
final class PlatformLog extends Handler {
  private static final String ROOT = "";

  private final Formatter formatter = new SimpleFormatter();

  private PlatformLog() {}

  /**
   * Replaces the default handler that writes to standard error; not if Java's logging was
   * configured by {@code java.util.logging.config.file} or {@code .class}.
   *
   * @param context the levels that apply
   */
  static void install(LoggerContext context) {
    if (System.getProperty("java.util.logging.config.file") != null
        || System.getProperty("java.util.logging.config.class") != null) {
      return;
    }
    LevelChangePropagator levels = new LevelChangePropagator();
    levels.setContext(context);
    levels.start();
    context.addListener(levels);
    Logger root = LogManager.getLogManager().getLogger(ROOT);
    for (Handler each : root.getHandlers()) {
      root.removeHandler(each);
    }
    root.addHandler(new PlatformLog());
  }

  @Override
  public void publish(LogRecord entry) {
    String name = entry.getLoggerName();
    LoggingEventBuilder line =
        LoggerFactory.getLogger(
                name == null || name.isEmpty() ? org.slf4j.Logger.ROOT_LOGGER_NAME : name)
            .atLevel(level(entry.getLevel()));
    if (entry.getThrown() != null) {
      line = line.setCause(entry.getThrown());
    }
    line.log(String.valueOf(formatter.formatMessage(entry)));
  }

  private static org.slf4j.event.Level level(Level level) {
    int value = level.intValue();
    if (value >= Level.SEVERE.intValue()) {
      return org.slf4j.event.Level.ERROR;
    }
    if (value >= Level.WARNING.intValue()) {
      return org.slf4j.event.Level.WARN;
    }
    if (value >= Level.INFO.intValue()) {
      return org.slf4j.event.Level.INFO;
    }
    return value >= Level.FINE.intValue()
        ? org.slf4j.event.Level.DEBUG
        : org.slf4j.event.Level.TRACE;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
