package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The services, read by systemd itself. */
class UnitsIT {
  @TempDir Path folder;

  @Test
  void systemdHasNothingToSayOfThem() throws Exception {
    for (String unit : List.of("dharch-broker.service", "dharch-node@.service")) {
      String text = Files.readString(Path.of("src/systemd", unit));
      // which is not installed here
      Path copy = folder.resolve(unit.replace("@", "@sample"));
      Files.writeString(copy, text.replace("/usr/bin/dharch", "/bin/true"));
      Finished run =
          Finished.of(Map.of(), "systemd-analyze", "verify", "--man=no", copy.toString());
      assertEquals(
          List.of(),
          run.output()
              .lines()
              .filter(line -> line.contains(copy.getFileName().toString()))
              .toList(),
          unit);
      assertEquals(0, run.exitCode(), run.output());
    }
  }
}
