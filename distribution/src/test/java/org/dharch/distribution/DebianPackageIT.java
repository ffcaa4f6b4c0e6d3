package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.dharch.testing.MissingProgram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The package, read by dpkg and unpacked into an empty root. */
class DebianPackageIT {
  @TempDir static Path root;
  private static String deb;

  @BeforeAll
  static void unpack() throws Exception {
    try (Stream<Path> all = Files.list(Path.of("target"))) {
      List<Path> found = all.filter(file -> file.toString().endsWith("_all.deb")).toList();
      assertEquals(1, found.size(), found.toString());
      deb = found.get(0).toString();
    }
    Finished.of("dpkg-deb", "--extract", deb, root.resolve("data").toString()).right();
    Finished.of("dpkg-deb", "--control", deb, root.resolve("control").toString()).right();
  }

  @Test
  void dpkgFindsWhatItIs() throws Exception {
    Finished fields =
        Finished.of("dpkg-deb", "--show", "--showformat=${Package} ${Architecture} ${Depends}", deb)
            .right();
    fields.says("dharch all ");
    fields.says("java17-runtime-headless");
    assertEquals(
        List.of(
            "/etc/dharch/dharch.env",
            "/etc/dharch/nodes/sample.xml",
            "/etc/dharch/orchestration.xml"),
        Files.readAllLines(root.resolve("control/conffiles")).stream().sorted().toList());
    for (String script : List.of("postinst", "prerm", "postrm")) {
      Path file = root.resolve("control").resolve(script);
      assertTrue(Files.isExecutable(file), script);
      Finished.of("sh", "-n", file.toString()).right();
    }
  }

  @Test
  void lintianFindsNoError() throws Exception {
    if (!Files.isExecutable(Path.of("/usr/bin/lintian"))) {
      throw MissingProgram.skip("the Debian package", "lintian", "lintian");
    }
    String output = Finished.of("lintian", "--allow-root", deb).output();
    assertTrue(output.lines().noneMatch(line -> line.startsWith("E: ")), output);
  }

  @Test
  void itRunsFromItsOwnPlaces() throws Exception {
    Path data = root.resolve("data");
    for (String file :
        List.of(
            "etc/dharch/dharch.env",
            "etc/dharch/orchestration.xml",
            "etc/dharch/nodes/sample.xml",
            "usr/lib/systemd/system/dharch-broker.service",
            "usr/lib/systemd/system/dharch-node@.service",
            "usr/share/doc/dharch/copyright",
            "usr/share/doc/dharch/changelog.gz",
            "usr/share/doc/dharch/NOTICE")) {
      assertTrue(Files.isRegularFile(data.resolve(file)), file);
    }
    Path link = data.resolve("usr/bin/dharch");
    assertEquals("../share/dharch/bin/dharch", Files.readSymbolicLink(link).toString());
    Finished.of(data.resolve("usr/share/dharch/bin/dharch").toString(), "--version")
        .right()
        .says("dharch " + System.getProperty("distribution.version"));
  }
}
