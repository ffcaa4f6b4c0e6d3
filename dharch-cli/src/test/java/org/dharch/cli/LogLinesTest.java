package org.dharch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;

/** What stands in a line of the log. */
final class LogLinesTest {
  /** Axis2 and its handlers log so; each of their lines once bore the word COMMONS-LOGGING. */
  @Test
  void aLineByCommonsLoggingIsAsAnyOther() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      LogFactory.getLog(LogLinesTest.class).warn("something");
    } finally {
      System.setErr(before);
    }
    String line = said.toString(UTF_8).strip();
    assertTrue(line.endsWith("] WARN LogLinesTest - something"), line);
  }
}
