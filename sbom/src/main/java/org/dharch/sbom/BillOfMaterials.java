package org.dharch.sbom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A bill of material as far as it is checked. Immutable.
 *
 * @param name for findings
 */
record BillOfMaterials(String name, List<Component> components) {
  BillOfMaterials {
    components = List.copyOf(components);
  }

  /**
   * Reads CycloneDX in JSON.
   *
   * @throws IOException naming the file, if it is not there, is something else, lists nothing, or
   *     lists something without name, version or SHA-256
   */
  static BillOfMaterials read(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(
          file + " is not there; mvn -Psbom verify -pl sbom -am, without -o, makes it");
    }
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    if (!root.path("bomFormat").asText().equals("CycloneDX") || root.path("components").isEmpty()) {
      throw new IOException(file + ": not a CycloneDX bill that lists components");
    }
    List<Component> components = new ArrayList<>();
    for (JsonNode each : root.path("components")) {
      components.add(component(file, each));
    }
    return new BillOfMaterials(file.getFileName().toString(), components);
  }

  private static Component component(Path file, JsonNode json) throws IOException {
    List<String> licences = new ArrayList<>();
    for (JsonNode each : json.path("licenses")) {
      JsonNode licence = each.path("license");
      String name = licence.path("id").asText(licence.path("name").asText());
      licences.add(each.path("expression").asText(name));
    }
    String sha256 = "";
    for (JsonNode hash : json.path("hashes")) {
      sha256 = hash.path("alg").asText().equals("SHA-256") ? hash.path("content").asText() : sha256;
    }
    String name = json.path("name").asText();
    String version = json.path("version").asText();
    if (name.isEmpty() || version.isEmpty() || sha256.isEmpty()) {
      throw new IOException(
          file + ": name, version and SHA-256 are needed of each component; not so here: " + json);
    }
    return new Component(json.path("group").asText() + ":" + name, version, licences, sha256);
  }
}
