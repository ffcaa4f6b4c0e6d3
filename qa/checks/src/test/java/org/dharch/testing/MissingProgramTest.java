package org.dharch.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class MissingProgramTest {
  @TempDir Path folder;

  @Test
  void listsEachSkippedTestOnceAndOneCommand() {
    assertEquals(
        "Tests skipped: the Debian package (no lintian), the monitor page (no chromium). To run"
            + " them: apt-get install chromium chromium-driver lintian",
        MissingProgram.summary(
            List.of(
                "the monitor page\tchromium\tchromium chromium-driver",
                "the Debian package\tlintian\tlintian",
                "the monitor page\tchromium\tchromium chromium-driver")));
  }

  @Test
  void skipsTheTestAndRecordsIt() throws Exception {
    Path file = folder.resolve("target/skipped");
    String before = System.getProperty("skipped.tests");
    System.setProperty("skipped.tests", file.toString());
    try {
      assertThrows(
          TestAbortedException.class,
          () -> MissingProgram.skip("the page", "chromium", "chromium chromium-driver"));
    } finally {
      if (before == null) {
        System.clearProperty("skipped.tests");
      } else {
        System.setProperty("skipped.tests", before);
      }
    }
    assertEquals(List.of("the page\tchromium\tchromium chromium-driver"), Files.readAllLines(file));
  }
}
