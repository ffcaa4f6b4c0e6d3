package org.dharch.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node document of production runs in memory. */
final class NodeSourceTest {
  private static final String ORCHESTRATION =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="o"><handler name="stamp"/></orchestration>
        <rule orchestration="o"/>
      </orchestrations>
      """;

  @TempDir Path folder;

  private Path document(String text) throws Exception {
    return Files.writeString(folder.resolve("node.xml"), text);
  }

  @Test
  void productionSettingsAreRemoved() throws Exception {
    Path document =
        document(
            """
            <node xmlns="urn:dharch:node:1" name="orders1" broker="tcp://broker:61616" user="u"
                  password="p" keyFile="key" encrypt="true" link="auto" workers="3"
                  handlersFolder="not-here" journal="orders1.journal">
              <handler name="stamp" class="org.dharch.test.AuthorsHandlers$Stamp" concurrency="2">
                <parameter name="text">green</parameter>
              </handler>
            </node>
            """);
    try (Site site =
        Site.start(
            DHManagerConfig.DEFAULT,
            OrchestrationDocument.parse("o", ORCHESTRATION),
            List.of(NodeSource.read(document)))) {
      MessageRun run = site.send(TestMessage.soap11("<o/>"));
      assertEquals(Optional.of("green"), run.properties().get("stamp"), run::toString);
      assertEquals("orders1", run.attempts().get(0).node());
      assertEquals(3, site.manager().status().nodes().get(0).workers());
    }
    assertFalse(Files.exists(folder.resolve("orders1.journal")));
  }

  @Test
  void documentWithoutProductionSettingsIsUnchanged() throws Exception {
    Path document =
        document(
            """
            <node xmlns="urn:dharch:node:1" name="n">
              <handler name="idle" class="org.dharch.test.AuthorsHandlers$Idle"/>
            </node>
            """);
    assertEquals("n", NodeSource.read(document).name());
  }

  @Test
  void errorsHaveTheirPosition() throws Exception {
    Path document =
        document(
            """
            <node xmlns="urn:dharch:node:1" name="n">
              <handler name="stamp"/>
            </node>
            """);
    DocumentException e = assertThrows(DocumentException.class, () -> NodeSource.read(document));
    assertTrue(e.getMessage().contains("node.xml:2:"), e::getMessage);
  }
}
