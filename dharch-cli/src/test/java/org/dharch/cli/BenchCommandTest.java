package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.dharch.cli.base.UsageException;
import org.junit.jupiter.api.Test;

/** Which suite a command line means. */
class BenchCommandTest {
  private static final Set<String> SUITES = Set.of("specs", "specs-real", "model");

  @Test
  void realHandlersAreSeparateSuite() {
    assertEquals("specs", BenchCommand.variant("specs", false, SUITES));
    assertEquals("specs-real", BenchCommand.variant("specs", true, SUITES));
    assertEquals("specs-real", BenchCommand.variant("specs-real", true, SUITES));
  }

  @Test
  void realIsRejectedWithoutRealVariant() {
    var refused =
        assertThrows(UsageException.class, () -> BenchCommand.variant("model", true, SUITES));
    assertEquals("the suite with --real must be one of specs (got 'model')", refused.getMessage());
  }
}
