package org.dharch.hemanager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node document of the documentation runs the handlers of the documentation. */
final class HEManagerDocumentationTest {
  @TempDir Path folder;

  /** The classes of the page on handlers, in a jar of their own. */
  private Path examples() throws Exception {
    List<String> sources = new ArrayList<>();
    for (String source : DocsPage.of("handler-authors.md").blocks("java")) {
      if (source.contains("import jakarta.xml.ws.")
          || source.contains("import org.apache.axis.")
          || source.contains("import org.dharch.test.")) {
        continue; // run where their interfaces are: dharch-jaxws, dharch-axis1, dharch-test
      }
      Matcher name = Pattern.compile("class (\\w+)").matcher(source);
      assertEquals(true, name.find());
      sources.add(name.group(1) + ".java");
      sources.add(source);
    }
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Jars.compile(classes, sources);
    Path jar = folder.resolve("examples.jar");
    Jars.jar(classes, "", jar);
    return jar;
  }

  private void into(String name, Path jar) throws Exception {
    Files.copy(jar, Files.createDirectory(folder.resolve(name)).resolve("examples.jar"));
  }

  private HEManager start(String document) throws Exception {
    Path file = Files.writeString(folder.resolve("node.xml"), document);
    NodeDescription description = NodeDescription.read(file, Map.of());
    return HEManager.start(description, new InMemoryTransport()::node);
  }

  @Test
  void examplesAreValid() throws Exception {
    into("handlers", examples());
    try (HEManager node = start(DocsPage.of("node-document.md").blocks("xml").get(0))) {
      assertEquals(List.of("logging", "tagging"), node.status().handlers());
    }
  }

  @Test
  void versionsRunInParallel() throws Exception {
    Path jar = examples();
    into("tax-1.4", jar);
    into("tax-1.5", jar);
    try (HEManager node = start(DocsPage.of("node-document.md").blocks("xml").get(1))) {
      assertEquals(List.of("Tax"), node.status().handlers());
      assertEquals(
          List.of(new HandlerVersion("Tax", "1.4", 90), new HandlerVersion("Tax", "1.5", 10)),
          node.status().versions());
    }
  }

  /** With a data base that is here, and a variable that is always there. */
  @Test
  void resourcesAreFoundByClassLoader() throws Exception {
    Path jar = examples();
    into("shared", jar);
    into("counting", jar);
    String document = DocsPage.of("node-document.md").blocks("xml").get(2);
    String here =
        document
            .replace("jdbc:postgresql://db.example.com/orders", "jdbc:sqlite:" + folder + "/o.db")
            .replace("sslmode\">require", "journal_mode\">WAL")
            .replace("ORDERS_PASSWORD", "PATH");
    assertEquals(document.lines().count(), here.lines().count());
    try (HEManager node = start(here)) {
      assertEquals(List.of("counting"), node.status().handlers());
      assertTrue(Files.exists(folder.resolve("o.db")));
    }
  }
}
