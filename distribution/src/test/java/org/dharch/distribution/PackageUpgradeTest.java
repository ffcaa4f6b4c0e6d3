package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the Debian package says to systemd when it is installed, which writes it down here. */
class PackageUpgradeTest {
  private static final String RESTARTED = "try-restart ";

  @TempDir Path folder;
  private Path output;
  private Path script;

  @BeforeEach
  void replaceWhatItCalls() throws Exception {
    output = folder.resolve("said");
    command(
        "systemctl", "echo \"$@\" >> '" + output + "'", "[ \"$1\" != list-units ] || cat units");
    for (String other : List.of("getent", "install", "chown", "chmod")) {
      command(other);
    }
    Files.writeString(
        folder.resolve("units"),
        """
        dharch-node@orders.service loaded active running DHArch handler node orders
        dharch-node@tax.service    loaded active running DHArch handler node tax
        """);
    String text = Files.readString(Path.of("src/deb/control/postinst"));
    script = folder.resolve("postinst");
    Files.writeString(script, text.replace("/run/systemd/system", folder.toString()));
  }

  private void command(String name, String... lines) throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path file = bin.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private List<String> restarted(String... arguments) throws Exception {
    String run = "cd '" + folder + "'; sh '" + script + "' " + String.join(" ", arguments);
    String path = folder.resolve("bin") + ":" + System.getenv("PATH");
    Finished.of(Map.of("PATH", path), "sh", "-c", run).right();
    return Files.readAllLines(output).stream().filter(line -> line.startsWith(RESTARTED)).toList();
  }

  @Test
  void oneNodeAfterAnotherThenTheBroker() throws Exception {
    assertEquals(
        List.of(
            RESTARTED + "dharch-node@orders.service",
            RESTARTED + "dharch-node@tax.service",
            RESTARTED + "dharch-broker.service"),
        restarted("configure", "0.1.0"));
  }

  @Test
  void nodesThatDoNotComeUpHoldUpNothing() throws Exception {
    command("timeout", "shift", "\"$@\"", "exit 124");
    assertEquals(3, restarted("configure", "0.1.0").size());
  }

  @Test
  void atFirstNothingIsRestarted() throws Exception {
    assertEquals(List.of(), restarted("configure", "''"));
  }
}
