package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The image, as what loads it reads it: what it starts, as whom, and with what. */
class ImageIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, TarArchiveEntry> FILES = new HashMap<>();
  private static JsonNode config;

  @BeforeAll
  static void read() throws Exception {
    Map<String, byte[]> parts = new HashMap<>();
    try (InputStream file = Files.newInputStream(Path.of("target/dharch-image.tar"));
        TarArchiveInputStream tar = new TarArchiveInputStream(file)) {
      for (TarArchiveEntry each = tar.getNextEntry(); each != null; each = tar.getNextEntry()) {
        parts.put(each.getName(), tar.readAllBytes());
      }
    }
    JsonNode manifest = JSON.readTree(parts.get("manifest.json")).get(0);
    config = JSON.readTree(parts.get(manifest.path("Config").asText())).path("config");
    for (JsonNode layer : manifest.path("Layers")) {
      layer(parts.get(layer.asText()));
    }
  }

  private static void layer(byte[] bytes) throws IOException {
    try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(bytes));
        TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
      for (TarArchiveEntry each = tar.getNextEntry(); each != null; each = tar.getNextEntry()) {
        FILES.put(each.getName().replaceFirst("/$", ""), each);
      }
    }
  }

  private static String rights(String file) {
    assertTrue(FILES.containsKey(file), file + ": " + FILES.keySet());
    return Integer.toOctalString(FILES.get(file).getMode() & 0777);
  }

  @Test
  void launcherRunsAsAnArbitraryUser() {
    assertEquals("/opt/dharch/bin/dharch", config.path("Entrypoint").get(0).asText());
    assertEquals("--help", config.path("Cmd").get(0).asText());
    assertEquals("10001:10001", config.path("User").asText());
    assertEquals("/var/lib/dharch", config.path("WorkingDir").asText());
    assertTrue(config.path("Env").toString().contains("DHARCH_HOME=/var/lib/dharch/home"));
  }

  @Test
  void itHasWhatTheLauncherNeeds() {
    String version = System.getProperty("distribution.version");
    assertEquals("755", rights("opt/dharch/bin/dharch"));
    assertEquals("755", rights("opt/dharch/bin/dharch-probe"));
    assertEquals("644", rights("opt/dharch/bin/launch.sh"));
    assertEquals("644", rights("opt/dharch/lib/dharch-cli-" + version + ".jar"));
    assertEquals("644", rights("opt/dharch/NOTICE"));
    assertEquals("777", rights("var/lib/dharch"));
    assertTrue(FILES.keySet().stream().noneMatch(name -> name.startsWith("opt/dharch/docs")));
  }
}
