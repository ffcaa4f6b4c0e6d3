package org.dharch.hemanager.loading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.awaitility.Awaitility;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.hemanager.document.HandlerSpec;
import org.junit.jupiter.api.Test;

/** A handler whose init does not return is named. */
final class HandlerLifecycleWatchdogTest {
  private static final HandlerSpec SPEC =
      new HandlerSpec(
          "slow",
          "a.Slow",
          Optional.empty(),
          "",
          100,
          OptionalInt.empty(),
          false,
          Map.of(),
          text -> new Problem(3, 5, text));

  @Test
  void hangingInitIsLoggedWithPlace() {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (HandlerLifecycleWatchdog watch =
        new HandlerLifecycleWatchdog(
            "node.xml", "the node serves nothing before all have", Duration.ofMillis(5))) {
      assertEquals("made", watch.run(SPEC::problem, "its init", () -> "made"));
      String output = watch.run(SPEC::problem, "its init", () -> awaited(log));
      assertTrue(
          output.contains("node.xml:3:5: handler 'slow': its init has not returned for "), output);
    } finally {
      System.setErr(before);
    }
  }

  private static String awaited(ByteArrayOutputStream log) {
    Awaitility.await().until(() -> log.toString(StandardCharsets.UTF_8).contains("nothing before"));
    return log.toString(StandardCharsets.UTF_8);
  }
}
