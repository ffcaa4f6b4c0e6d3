package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is installed is made of the other modules alone. */
class DistributionPackagesTest {
  @Test
  void itHasNoCodeOfItsOwn() {
    assertFalse(Files.exists(Path.of("src/main")), "distribution/src/main");
  }
}
