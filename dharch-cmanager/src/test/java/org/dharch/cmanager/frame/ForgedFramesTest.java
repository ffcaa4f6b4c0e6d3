package org.dharch.cmanager.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Fault D: nothing told the operator of strangers on the broker. */
class ForgedFramesTest {
  @Test
  void firstForgedFrameIsLoggedWithCause() {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    ForgedFrames forged = new ForgedFrames("node n~1", "the-key-file");
    String signature = OtherGuardException.signature(TestKeys.taskBatch("n~1")).getMessage();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      for (int i = 0; i < 1000; i++) {
        forged.count(signature);
      }
    } finally {
      System.setErr(before);
    }
    assertEquals(1000, forged.count());
    String output = log.toString(StandardCharsets.UTF_8);
    assertEquals(1, output.lines().count(), output);
    for (String part :
        new String[] {
          "node n~1", "the-key-file", "a TASK_BATCH of 'manager'", "must use the same key"
        }) {
      assertTrue(output.contains(part), output);
    }
  }
}
