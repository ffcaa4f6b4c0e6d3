package org.dharch.axis2.archive.logging;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Delegates to the container's logger of the same name; adds the message id to each line. */
final class ContainerLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;
  private static final String MESSAGE = "messageId";

  private final transient Log log;

  private ContainerLogger(String name, Log log) {
    this.name = name;
    this.log = log;
  }

  /** Created with the container's class loader, because commons-logging uses the thread's. */
  static ContainerLogger of(String name) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(LogFactory.class.getClassLoader());
    try {
      return new ContainerLogger(name, LogFactory.getLog(name));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public boolean isTraceEnabled() {
    return log.isTraceEnabled();
  }

  @Override
  public boolean isDebugEnabled() {
    return log.isDebugEnabled();
  }

  @Override
  public boolean isInfoEnabled() {
    return log.isInfoEnabled();
  }

  @Override
  public boolean isWarnEnabled() {
    return log.isWarnEnabled();
  }

  @Override
  public boolean isErrorEnabled() {
    return log.isErrorEnabled();
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return ContainerLogger.class.getName();
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level, Marker marker, String pattern, Object[] arguments, Throwable problem) {
    String text = MessageFormatter.basicArrayFormat(pattern, arguments);
    String id = MDC.get(MESSAGE);
    String line = id == null || text.contains(id) ? text : text + " [" + id + "]";
    switch (level) {
      case ERROR -> log.error(line, problem);
      case WARN -> log.warn(line, problem);
      case INFO -> log.info(line, problem);
      case DEBUG -> log.debug(line, problem);
      case TRACE -> log.trace(line, problem);
    }
  }
}
