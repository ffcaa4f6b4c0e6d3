package org.dharch.sbom;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the notice of planted libraries. */
class NoticeFileTest {
  private static final ShippingRules RULES =
      ShippingRules.of(DocsPage.of("supply-chain.md").text().lines().toList());

  @TempDir Path folder;

  private void jar(String name, Map<String, String> entries) throws Exception {
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(folder.resolve(name + ".jar")))) {
      for (Map.Entry<String, String> each : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(each.getKey()));
        zip.write(each.getValue().getBytes(UTF_8));
      }
    }
  }

  private static Component component(String artifact, String... licenses) {
    return new Component(artifact, "1.0", List.of(licenses), "00");
  }

  @Test
  void noticeHasEachLicenseAndEachTextOnce() throws Exception {
    jar("a-1.0", Map.of("META-INF/NOTICE", "\nMade by A.\r\nFor all.\n"));
    jar("b-1.0", Map.of("META-INF/notice.txt", "Made by A.\nFor all."));
    jar("wsdl4j-1.0", Map.of("META-INF/NOTICE.html", "none of these"));
    jar("own-1.0", Map.of("META-INF/NOTICE", "the first without a rule"));
    BillOfMaterials bill =
        new BillOfMaterials(
            "planted",
            List.of(
                component("g:a", "GPL-2.0-only", "EPL-2.0"),
                component("g:b", "MIT"),
                component("g:notShipped", "MIT"),
                component("org.dharch:own"),
                component("wsdl4j:wsdl4j", "CPL")));
    assertEquals(
        """
        Own.

        DHArch is distributed with these libraries, each unmodified and with all files of its authors:

          g:a 1.0 (EPL-2.0)
          g:b 1.0 (MIT)
          wsdl4j:wsdl4j 1.0 (CPL-1.0)

        Their notices:

        --- g:a 1.0, g:b 1.0 ---

        Made by A.
        For all.
        """,
        NoticeFile.of("Own.\n", RULES, Map.of(bill, ShippedJars.read(folder))));
  }

  @Test
  void argumentsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> NoticeFile.main(new String[] {"out"}));
  }
}
