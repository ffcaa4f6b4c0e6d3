package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is told to Java's own logging, as the log has it. */
final class PlatformLogTest {
  private static final Logger ROOT = Logger.getLogger("");
  private static final Logger OLD = Logger.getLogger("com.example.old");

  private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Handler[] before = ROOT.getHandlers();
  private final java.util.logging.Level level = ROOT.getLevel();

  @BeforeEach
  void listen() {
    lines.start();
    context.getLogger("com.example").addAppender(lines);
    PlatformLog.install(context);
  }

  @AfterEach
  void asBefore() {
    context.getLogger("com.example").detachAppender(lines);
    context.getLogger("com.example").setLevel(null);
    context.getCopyOfListenerList().forEach(context::removeListener);
    for (Handler each : ROOT.getHandlers()) {
      ROOT.removeHandler(each);
    }
    for (Handler each : before) {
      ROOT.addHandler(each);
    }
    ROOT.setLevel(level);
  }

  @Test
  void platformLogLineHasParametersAndException() {
    OLD.log(java.util.logging.Level.SEVERE, "{0} spans", 8);
    OLD.log(java.util.logging.Level.WARNING, "no collector", new IllegalStateException("gone"));
    assertEquals("8 spans", lines.list.get(0).getFormattedMessage());
    assertEquals(Level.ERROR, lines.list.get(0).getLevel());
    assertEquals("com.example.old", lines.list.get(0).getLoggerName());
    assertEquals("gone", lines.list.get(1).getThrowableProxy().getMessage());
    assertEquals(Level.WARN, lines.list.get(1).getLevel());
    assertEquals(1, ROOT.getHandlers().length);
  }

  @Test
  void platformLogUsesConfiguredLevels() {
    context.getLogger("com.example").setLevel(Level.WARN);
    OLD.info("no");
    assertFalse(OLD.isLoggable(java.util.logging.Level.INFO));
    context.getLogger("com.example.old").setLevel(Level.DEBUG);
    OLD.fine("{braces} of its own");
    assertTrue(OLD.isLoggable(java.util.logging.Level.FINE));
    context.getLogger("com.example.old").setLevel(Level.OFF);
    OLD.severe("no");
    context.getLogger("com.example.old").setLevel(null);
    assertEquals(1, lines.list.size(), lines.list::toString);
    assertEquals("{braces} of its own", lines.list.get(0).getFormattedMessage());
  }
}
