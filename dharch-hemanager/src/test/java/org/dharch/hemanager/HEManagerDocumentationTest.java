package org.dharch.hemanager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node document of the documentation runs the handlers of the documentation. */
final class HEManagerDocumentationTest {
  @TempDir Path folder;

  @Test
  void theExamplesWorkTogether() throws Exception {
    List<String> sources = new ArrayList<>();
    for (String source : DocsPage.of("handler-authors.md").blocks("java")) {
      if (source.contains("import jakarta.xml.ws.") || source.contains("import org.apache.axis.")) {
        continue; // run where their interfaces are: dharch-jaxws, dharch-axis1
      }
      Matcher name = Pattern.compile("class (\\w+)").matcher(source);
      assertEquals(true, name.find());
      sources.add(name.group(1) + ".java");
      sources.add(source);
    }
    Path jars = Files.createDirectory(folder.resolve("handlers"));
    Jars.compile(folder, sources);
    Jars.jar(folder, "", jars.resolve("examples.jar"));
    Path document = folder.resolve("node.xml");
    Files.writeString(document, DocsPage.of("node-document.md").blocks("xml").get(0));
    NodeDescription description = NodeDescription.read(document, Map.of());
    try (HEManager node = HEManager.start(description, new InMemoryTransport()::node)) {
      assertEquals(List.of("logging", "tagging"), node.status().handlers());
    }
  }
}
