package org.dharch.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;
import org.slf4j.Logger;

/**
 * The default logging of the command line: warnings and errors, one line each on standard error,
 * with the id of the current message. Found by logback itself, unless the system property {@code
 * logback.configurationFile} names a file.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final String LINE =
      "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\"} [%thread] %level %logger{0} - %msg"
          + "%replace( [message %X{messageId}]){' \\[message \\]', ''}%n";

  /** Loggers of libraries that would repeat errors or log needlessly. */
  private static final Map<String, Level> QUIETER =
      Map.of(
          // faults reach the client; Axis2 also logs them with a stack trace
          "org.apache.axis2.engine.AxisEngine",
          Level.OFF,
          // logs every closed connection
          "org.apache.axis2.transport.http.server",
          Level.OFF,
          "org.apache.axis2.kernel.http",
          Level.ERROR,
          "org.apache.activemq",
          Level.ERROR,
          // clients' errors at the admin port get a response, and may be many
          "org.eclipse.jetty",
          Level.ERROR,
          // logs that the driver of a sharedFolder is unknown to DriverManager, which is intended
          "com.zaxxer.hikari.util.DriverDataSource",
          Level.ERROR,
          // the command reports errors of the module's start itself
          "org.dharch.axis2.DHArchModule",
          Level.OFF,
          // the sender does not get the reason of a rejection, only the log does
          "org.dharch.ws.security.SecurityInHandler",
          Level.INFO);

  /** For Logback. */
  public LogSetup() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    apply(context, false);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Applies the defaults again, as text or as JSON. */
  static void apply(LoggerContext context, boolean json) {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(json ? json(context) : text(context));
    console.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(console);
    root.setLevel(Level.WARN);
    QUIETER.forEach((name, level) -> context.getLogger(name).setLevel(level));
  }

  private static Encoder<ILoggingEvent> text(LoggerContext context) {
    PlainLines lines = new PlainLines(LINE);
    lines.setContext(context);
    lines.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setLayout(lines);
    return started(encoder, context);
  }

  /** One object per line, with the field names of Logback's documentation. */
  private static Encoder<ILoggingEvent> json(LoggerContext context) {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setWithFormattedMessage(true);
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.setWithContext(false);
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    return started(encoder, context);
  }

  private static Encoder<ILoggingEvent> started(
      EncoderBase<ILoggingEvent> encoder, LoggerContext context) {
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }
}
