package org.dharch.sbom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A bill of materials, limited to the checked fields. Immutable.
 *
 * @param name the name in findings
 */
record BillOfMaterials(String name, List<Component> components) {
  BillOfMaterials {
    components = List.copyOf(components);
  }

  /**
   * Reads CycloneDX in JSON.
   *
   * @throws IOException naming the file, if it does not exist, has another format, lists no
   *     component, or lists one without name, version or SHA-256
   */
  static BillOfMaterials read(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(
          file + " was not found; create it with mvn -Psbom verify -pl qa/sbom -am (without -o)");
    }
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    if (!root.path("bomFormat").asText().equals("CycloneDX") || root.path("components").isEmpty()) {
      throw new IOException(file + ": must be a CycloneDX bill with components");
    }
    List<Component> components = new ArrayList<>();
    for (JsonNode each : root.path("components")) {
      components.add(component(file, each));
    }
    return new BillOfMaterials(file.getFileName().toString(), components);
  }

  private static Component component(Path file, JsonNode json) throws IOException {
    List<String> licenses = new ArrayList<>();
    for (JsonNode each : json.path("licenses")) {
      JsonNode license = each.path("license");
      String name = license.path("id").asText(license.path("name").asText());
      licenses.add(each.path("expression").asText(name));
    }
    String sha256 = "";
    for (JsonNode hash : json.path("hashes")) {
      sha256 = hash.path("alg").asText().equals("SHA-256") ? hash.path("content").asText() : sha256;
    }
    String name = json.path("name").asText();
    String version = json.path("version").asText();
    if (name.isEmpty() || version.isEmpty() || sha256.isEmpty()) {
      throw new IOException(
          file + ": each component must have name, version and SHA-256 (got " + json);
    }
    return new Component(json.path("group").asText() + ":" + name, version, licenses, sha256);
  }
}
