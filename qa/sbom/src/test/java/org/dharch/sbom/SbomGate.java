package org.dharch.sbom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;

/** Checks the real bills, only in the profile "sbom", which makes them. */
class SbomGate {
  private static final ShippingRules RULES =
      ShippingRules.of(DocsPage.of("supply-chain.md").text().lines().toList());

  private static BillOfMaterials bill(String module, String artifact) throws IOException {
    return BillOfMaterials.read(Path.of("../..", module, "target", "sbom", artifact + ".cdx.json"));
  }

  private static void judge(BillOfMaterials bill, ShippedJars shipped) {
    List<String> findings = new ArrayList<>(BillCheck.findings(bill, RULES));
    if (shipped != null) {
      findings.addAll(ContentCheck.findings(bill, shipped, RULES));
    }
    System.out.println(bill.name() + ": " + bill.components().size() + " components");
    findings.forEach(System.out::println);
    assertEquals(List.of(), findings, bill.name());
  }

  private static Path built(String module, String name, String ending) {
    String version = System.getProperty("sbom.version");
    assertNotNull(version, "-Dsbom.version is the project's version");
    return Path.of("../..", module, "target", name + "-" + version + ending);
  }

  @Test
  void archiveMatchesItsBill() throws IOException {
    Path archive = built("dharch-axis2-module", "dharch", ".mar");
    judge(bill("qa/sbom/archive", "dharch-axis2-mar"), ShippedJars.read(archive));
  }

  /** Ships as its jar and the dependencies, without a library folder. */
  @Test
  void filterMatchesItsBill() throws IOException {
    judge(bill("dharch-servlet", "dharch-servlet"), null);
  }

  @Test
  void commandLineMatchesItsBill() throws IOException {
    ShippedJars libraries = ShippedJars.read(Path.of("../..", "dharch-cli", "target", "lib"));
    judge(
        bill("dharch-cli", "dharch-cli"),
        libraries.withMain(built("dharch-cli", "dharch-cli", ".jar")));
  }
}
