package org.dharch.sbom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests planted violations in a bill against the rules of the page. */
class BillCheckTest {
  private static final ShippingRules RULES =
      ShippingRules.of(DocsPage.of("supply-chain.md").text().lines().toList());

  private static Component component(String artifact, String version, String... licenses) {
    return new Component(artifact, version, List.of(licenses), "00");
  }

  private static List<String> findings(Component... components) {
    return BillCheck.findings(new BillOfMaterials("planted", List.of(components)), RULES);
  }

  private static void has(String artifact, String version, String fault) {
    List<String> findings = findings(component(artifact, version, "Apache-2.0"));
    String output = "planted: " + artifact + " " + version + " has " + fault;
    assertTrue(
        findings.stream().anyMatch(each -> each.startsWith(output)), output + ", but: " + findings);
  }

  private static void isFine(String artifact, String version) {
    assertEquals(List.of(), findings(component(artifact, version, "Apache-2.0")));
  }

  /** Fault D: a version that shipped once, and its replacement. */
  @Test
  void knownFaultIsNamedWithTheFixedVersion() {
    assertEquals(
        List.of(
            "planted: org.apache.commons:commons-fileupload2-core 2.0.0-M2 has CVE-2025-48976;"
                + " allowed: 2.0.0-M4"),
        findings(
            component("org.apache.commons:commons-fileupload2-core", "2.0.0-M2", "Apache-2.0")));
    isFine("org.apache.commons:commons-fileupload2-core", "2.0.0-M4");
    has("org.apache.httpcomponents.client5:httpclient5", "5.4.2", "CVE-2025-27820");
    has("com.fasterxml.jackson.core:jackson-core", "2.20.1", "GHSA-72hv-8253-57qq");
    has("org.apache.logging.log4j:log4j-api", "2.24.2", "CVE-2026-49844");
    isFine("org.apache.logging.log4j:log4j-api", "2.25.5");
    has("org.apache.logging.log4j:log4j-api", "2.26.0", "CVE-2026-49844");
    has("org.apache.neethi:neethi", "3.2.1", "CVE-2026-42402");
    isFine("org.apache.neethi:neethi", "3.2.3");
    has("org.apache.activemq:activemq-client", "5.18.2", "CVE-2023-46604");
    isFine("org.apache.activemq:activemq-client", "6.3.1");
  }

  @Test
  void severalVersionsOfAnArtifactAreNamed() {
    assertEquals(
        List.of("planted: g:a has several versions: [1.0, 1.1]; allowed: one"),
        findings(component("g:a", "1.0", "MIT"), component("g:a", "1.1", "MIT")));
  }

  @Test
  void unknownOrMissingLicenseIsNamed() {
    List<String> unknown = findings(component("g:a", "1.0", "AGPL-3.0-only"));
    assertTrue(
        unknown.get(0).startsWith("planted: g:a 1.0 has the license [AGPL-3.0-only]; allowed: one"),
        unknown.toString());
    assertTrue(unknown.get(0).contains("[Apache-2.0, BSD-2-Clause, "), unknown.toString());
    List<String> missing = findings(component("g:a", "1.0"));
    assertTrue(missing.get(0).startsWith("planted: g:a 1.0 has no license"), missing.toString());
    assertEquals(1, unknown.size() * missing.size());
  }

  @Test
  void onePermittedLicenseIsSufficient() {
    assertEquals(List.of(), findings(component("g:a", "1.0", "GPL-2.0-only", "EPL-2.0")));
    assertEquals(List.of(), findings(component("wsdl4j:wsdl4j", "1.6.3", "CPL")));
    assertEquals(List.of(), findings(component("org.dharch:dharch-core", "1.0")));
  }

  @Test
  void billIsRead(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("some.cdx.json");
    Files.writeString(
        file,
        """
        {"bomFormat": "CycloneDX", "components": [{"group": "g", "name": "a", "version": "1.0",
          "hashes": [{"alg": "MD5", "content": "0"}, {"alg": "SHA-256", "content": "ab"}],
          "licenses": [{"license": {"id": "MIT"}}, {"license": {"name": "Some"}}]}]}
        """);
    assertEquals(
        new BillOfMaterials(
            "some.cdx.json", List.of(new Component("g:a", "1.0", List.of("MIT", "Some"), "ab"))),
        BillOfMaterials.read(file));
    Files.writeString(file, Files.readString(file).replace("SHA-256", "SHA-1"));
    IOException output = assertThrows(IOException.class, () -> BillOfMaterials.read(file));
    assertTrue(output.getMessage().contains("\"name\":\"a\""), output.getMessage());
    Files.writeString(file, "{\"bomFormat\": \"CycloneDX\"}");
    assertThrows(IOException.class, () -> BillOfMaterials.read(file));
    assertThrows(IOException.class, () -> BillOfMaterials.read(folder.resolve("none")));
  }
}
