package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shipped beside the command line says what that knows; the pages are in the site. */
class DeploymentFilesTest {
  private static final Pattern VARIABLE = Pattern.compile("\\bDHARCH_[A-Z_]+");

  /** Of compose itself. */
  private static final String IMAGE = "DHARCH_VERSION";

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static TreeSet<String> found(Pattern pattern, String text) {
    TreeSet<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }

  @Test
  void eachVariableThatTheyNameIsASetting() throws Exception {
    TreeSet<String> settings = new TreeSet<>(List.of(IMAGE));
    DocsPage.of("install.md")
        .text()
        .lines()
        .filter(line -> line.startsWith("| `DHARCH_"))
        .forEach(line -> settings.addAll(found(VARIABLE, line.split("\\|")[1])));
    Map<Path, TreeSet<String>> strange = new TreeMap<>();
    List<Path> all = new ArrayList<>(List.of(Path.of("pom.xml")));
    for (String folder : List.of("bin", "deb", "deploy", "etc", "systemd")) {
      all.addAll(files(Path.of("src", folder)));
    }
    for (Path file : all) {
      TreeSet<String> named = found(VARIABLE, Files.readString(file));
      named.removeAll(settings);
      if (!named.isEmpty()) {
        strange.put(file, named);
      }
    }
    assertTrue(settings.size() > 20, settings.toString());
    assertEquals(Map.of(), strange);
  }

  @Test
  void composeHasOneBrokerThatTheOthersWaitForAndKeepNothingOfInTheirImage() throws Exception {
    JsonNode compose = new YAMLMapper().readTree(Path.of("src/deploy/compose.yaml").toFile());
    TreeSet<String> services = new TreeSet<>();
    compose.path("services").fieldNames().forEachRemaining(services::add);
    assertEquals(new TreeSet<>(List.of("broker", "manager", "node1", "node2")), services);
    TreeSet<String> volumes = new TreeSet<>();
    compose.path("volumes").fieldNames().forEachRemaining(volumes::add);
    assertEquals(new TreeSet<>(List.of("store", "namespace")), volumes);
    for (String joins : List.of("manager", "node1")) {
      JsonNode service = compose.path("services").path(joins);
      assertEquals(
          "service_healthy",
          service.path("depends_on").path("broker").path("condition").asText(),
          joins);
      assertEquals(
          "/namespace/home/key", service.path("environment").path("DHARCH_KEY_FILE").asText());
    }
  }

  /** The heap is a share of the limit, without one of the host's memory. */
  @Test
  void composeServicesAreLimitedAndSurviveARestartOfTheHost() throws Exception {
    JsonNode compose = new YAMLMapper().readTree(Path.of("src/deploy/compose.yaml").toFile());
    JsonNode common = compose.path("x-dharch");
    assertEquals("unless-stopped", common.path("restart").asText());
    assertTrue(common.path("mem_limit").asText().matches("[1-9][0-9]*[mg]"), common::toString);
    for (JsonNode service : compose.path("services")) {
      assertTrue(service.has("<<"), service::toString);
      assertTrue(!service.has("restart") && !service.has("mem_limit"), service::toString);
    }
  }

  /** What differs is where they read their settings, and what they run. */
  @Test
  void bothServicesMayDoTheSame() throws Exception {
    List<String> broker = Files.readAllLines(Path.of("src/systemd/dharch-broker.service"));
    List<String> node = Files.readAllLines(Path.of("src/systemd/dharch-node@.service"));
    List<String> rights =
        broker.stream()
            .filter(line -> line.matches("(Capab|Lock|NoNew|Pri|Pro|Restrict|System|UM).*"))
            .toList();
    assertEquals(21, rights.size(), rights.toString());
    assertTrue(node.containsAll(rights), "both have " + rights);
    for (List<String> unit : List.of(broker, node)) {
      assertTrue(
          unit.containsAll(List.of("Type=notify", "NotifyAccess=all", "User=dharch")),
          unit.toString());
    }
    assertTrue(broker.contains("ExecStart=/usr/bin/dharch broker"));
    assertTrue(node.contains("ExecStart=/usr/bin/dharch node --config /etc/dharch/nodes/%i.xml"));
  }

  @Test
  void thePackageHasAChangeLogAndAHostOfItsMaintainer(@TempDir Path folder) throws Exception {
    String pom = Files.readString(Path.of("pom.xml"));
    Matcher maintainer = Pattern.compile("<deb.maintainer>(.*)</deb.maintainer>").matcher(pom);
    assertTrue(maintainer.find());
    String who = maintainer.group(1).replace("&lt;", "<").replace("&gt;", ">");
    assertTrue(who.matches("[\\w ]+ <[\\w.]+@\\w+(\\.\\w+)+>"), who);
    assertTrue(
        Files.readAllLines(Path.of("src/deb/control/control"))
            .contains("Maintainer: [[deb.maintainer]]"));
    Path file = folder.resolve("changelog.gz");
    String[] made = {"1.2-SNAPSHOT", who, "2026-11-20T00:00:00Z", file.toString()};
    Finished.of("bash", "src/deb/changelog.sh", made[0], made[1], made[2], made[3]).right();
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      assertEquals("dharch (1.2~snapshot) unstable; urgency=medium", lines.get(0));
      assertEquals(" -- " + who + "  Fri, 20 Nov 2026 00:00:00 +0000", lines.get(lines.size() - 1));
    }
  }

  @Test
  void eachPageIsInTheSite() throws Exception {
    String site = Files.readString(Path.of("../mkdocs.yml"));
    List<String> missing = new ArrayList<>();
    for (Path file : files(DocsPage.FOLDER)) {
      String page = DocsPage.FOLDER.relativize(file).toString();
      boolean decision = page.startsWith("adr/"); // these are in it by a pattern
      if (page.endsWith(".md") && !decision && !site.contains("- " + page + "\n")) {
        missing.add(page);
      }
    }
    assertEquals(List.of(), missing, "mkdocs.yml, nav");
    assertTrue(site.contains("- adr/*\n"));
  }

  @Test
  void theLicenceIsThere() throws Exception {
    String licence = Files.readString(Path.of("../LICENSE"));
    assertTrue(licence.strip().startsWith("Apache License"), "LICENSE");
    assertTrue(licence.contains("END OF TERMS AND CONDITIONS"), "LICENSE, whole");
    assertTrue(Files.readString(Path.of("../CHANGELOG.md")).contains("## [Unreleased]"));
  }
}
