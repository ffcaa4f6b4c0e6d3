package org.dharch.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests starting, reading and killing a child JVM. */
class ForkedJvmTest {
  private static final Pattern READY = Pattern.compile("READY (\\S+)");

  @TempDir Path folder;

  /** Prints its argument, then runs until its input ends, or fails at once. */
  static final class EchoMain {
    private EchoMain() {}

    public static void main(String[] args) throws IOException {
      System.out.println("READY " + args[0] + System.getProperty("more", ""));
      if (args[0].equals("fail")) {
        throw new IllegalStateException("on purpose");
      }
      while (System.in.read() >= 0) {
        // until the test ends it
      }
    }
  }

  private ForkedJvm start(List<String> options, String word) throws IOException {
    return ForkedJvm.start(folder.resolve("log"), options, EchoMain.class, word);
  }

  @Test
  void printsArgumentsAndIsKilled() throws Exception {
    ForkedJvm jvm = start(List.of("-Dmore=!"), "here");
    try (jvm) {
      assertEquals("here!", jvm.await(READY));
      assertTrue(jvm.process().isAlive());
    }
    assertFalse(jvm.process().isAlive());
  }

  @Test
  void endsWithItsInput() throws Exception {
    try (ForkedJvm jvm = start(List.of(), "here")) {
      jvm.await(READY);
      jvm.process().getOutputStream().close();
      assertEquals(0, jvm.process().waitFor());
    }
  }

  @Test
  void waitFailsWithOutputWhenJvmEnds() throws Exception {
    try (ForkedJvm jvm = start(List.of(), "fail")) {
      AssertionError e =
          assertThrows(AssertionError.class, () -> jvm.await(Pattern.compile("NEVER (x)")));
      assertTrue(e.getMessage().contains("on purpose"), e.getMessage());
      assertEquals("fail", jvm.await(READY), "printed before its end");
    }
  }

  @Test
  void classPathOptionReplacesClassPath() throws Exception {
    try (ForkedJvm jvm = start(List.of("-cp", folder.toString()), "here")) {
      AssertionError e = assertThrows(AssertionError.class, () -> jvm.await(READY));
      assertTrue(e.getMessage().contains("ClassNotFoundException"), e.getMessage());
    }
  }
}
