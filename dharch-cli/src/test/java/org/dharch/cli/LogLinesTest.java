package org.dharch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** What stands in a line of the log. */
final class LogLinesTest {
  /** Axis2 and its handlers log so; each of their lines once bore the word COMMONS-LOGGING. */
  @Test
  void commonsLoggingUsesSameFormat() {
    String line = logged(() -> LogFactory.getLog(LogLinesTest.class).warn("something")).strip();
    assertTrue(line.endsWith("] WARN LogLinesTest - something"), line);
  }

  /** What {@code run} logs to standard error. */
  private static String logged(Runnable run) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(output, true, UTF_8));
    try {
      LogSetup.apply((LoggerContext) LoggerFactory.getILoggerFactory(), false);
      run.run();
    } finally {
      System.setErr(before);
      LogSetup.apply((LoggerContext) LoggerFactory.getILoggerFactory(), false);
    }
    return output.toString(UTF_8);
  }

  /** Lines of several machines, and of several days, can be compared. */
  @Test
  void logLineStartsWithDateTimeAndZone() {
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String output = logged(() -> LoggerFactory.getLogger(LogLinesTest.class).warn("a\nb"));
    String[] lines = output.split("\n", -1);
    OffsetDateTime time = OffsetDateTime.parse(lines[0].substring(0, lines[0].indexOf(' ')));
    assertFalse(time.toInstant().isBefore(before), output);
    assertEquals(ZoneId.systemDefault().getRules().getOffset(before), time.getOffset());
    assertTrue(
        lines[0].matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]+\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) \\[.*"),
        output);
  }

  @Test
  void logLineHasCurrentMessageId() {
    Logger log = LoggerFactory.getLogger(LogLinesTest.class);
    String output =
        logged(
            () -> {
              MDC.put("messageId", "77");
              log.warn("within");
              MDC.remove("messageId");
              log.warn("without");
              log.info("not said");
            });
    List<String> lines = output.lines().toList();
    assertTrue(lines.get(0).endsWith(" WARN LogLinesTest - within [message 77]"), output);
    assertTrue(lines.get(1).endsWith(" WARN LogLinesTest - without"), output);
    assertEquals(2, lines.size(), output);
  }

  /** A handler's exception may say what a client sent. */
  @Test
  void exceptionTextIsIndentedAndEscaped() {
    String evil = "no \u001b[2J\u0007 card\r\n12:00:00.000 [x] INFO Main - all is well\u009b";
    RuntimeException cause = new IllegalStateException(evil);
    cause.addSuppressed(new IllegalStateException("sup\bpressed \u202eder\u2028"));
    String output =
        logged(
            () ->
                LoggerFactory.getLogger(LogLinesTest.class)
                    .warn("failed {}", "\u001b]0;x\u0007", new RuntimeException("outer", cause)));
    assertTrue(
        output.chars().allMatch(c -> c == '\n' || c == '\t' || !Character.isISOControl(c)), output);
    assertTrue(output.contains("failed \\u001b]0;x\\u0007\n"), output);
    assertTrue(
        output.contains("IllegalStateException: no \\u001b[2J\\u0007 card\n\t| 12:00"), output);
    assertTrue(output.contains("sup\\u0008pressed \\u202eder"), output);
    assertFalse(output.contains("\u2028"), output);
    assertTrue(output.contains("\tat " + LogLinesTest.class.getName()), output);
    assertEquals(1, output.lines().filter(line -> line.matches("\\d{2,4}[-:].*")).count(), output);
  }

  @Test
  void optionSetsLevels() {
    Logger log = LoggerFactory.getLogger("org.dharch.example");
    String output =
        logged(
            () -> {
              assertEquals(0, CommandRun.of("key", "--help", "--log-level", "error").exitCode());
              log.warn("no");
              String named = "error,org.dharch.example=debug";
              assertEquals(0, CommandRun.of("--log-level", named, "key", "--help").exitCode());
              log.debug("yes");
            });
    assertEquals(1, output.lines().count(), output);
    assertTrue(output.contains("DEBUG example - yes"), output);
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.getLogger("org.dharch.example").setLevel(null);
    context.getLogger("org.dharch").setLevel(null);
  }

  /** Once nothing was logged at all, and nobody was told. */
  @Test
  void aConfigurationThatLogbackDoesNotTakeIsRefused(@TempDir Path folder) throws Exception {
    for (String wrong :
        List.of(
            "<orchestrations/>",
            "<configuration><appender name='a' class='no.Such'/><root><appender-ref"
                + " ref='a'/></root></configuration>")) {
      Path config = Files.writeString(folder.resolve("log.xml"), wrong);
      CommandRun.of("demo", "--log-config", config.toString())
          .assertRefused("--log-config is '" + config + "': Could not ");
    }
  }

  /** Logback notes it as a warning, and nothing was logged. */
  @Test
  void anAppenderThatIsNotThereIsRefusedWithItsLine(@TempDir Path folder) throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("log.xml"),
            """
            <configuration>
              <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%msg%n</pattern></encoder>
              </appender>
              <root level="info">
                <appender-ref ref="CONSOL"/>
              </root>
            </configuration>
            """);
    CommandRun.of("demo", "--log-config", config.toString())
        .assertRefused(
            "--log-config is '"
                + config
                + "': 6: appender-ref is 'CONSOL'; allowed are the names of its appenders: CONSOLE;"
                + " did you mean 'CONSOLE'?");
  }

  @Test
  void invalidOptionIsReported() {
    CommandRun.of("demo", "--log-level", "loud")
        .assertRefused("must be off, error, warn, info, debug or trace");
    for (String wrong :
        List.of(",", "", " ", "debug,", ",debug", "debug,,info", "debug info", "all")) {
      CommandRun.of("demo", "--log-level", wrong)
          .assertRefused("must be off, error, warn, info, debug or trace");
    }
    for (String wrong :
        List.of("=debug", "a b=debug", "a..b=debug", ".a=debug", "a=b=debug", "a=")) {
      CommandRun.of("demo", "--log-level", wrong).assertRefused("one of them for the logger NAME");
    }
    CommandRun.of("demo", "--log-config", "/nope").assertRefused("'/nope' does not exist");
    CommandRun.of("demo", "--log-format", "xml").assertRefused("text, json");
  }
}
