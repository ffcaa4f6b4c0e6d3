package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dharch.core.orchestration.OrchestrationDocument;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.samples.SampleHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocumentsTest {
  @TempDir Path folder;

  @Test
  void orchestrationsAreReadAsTheyAreMeant() throws Exception {
    List<Configuration> distributed =
        Configuration.PAPER.stream().filter(Configuration::distributed).toList();
    Path file = Files.writeString(folder.resolve("o.xml"), Documents.orchestrations(distributed));
    Orchestrations read = OrchestrationDocument.read(file);
    assertEquals(5, read.byName().size());
    assertEquals("{A} {B} {C} {D} {E}", read.byName().get("dharch-sequential").notation());
    assertEquals("{A,B} {C,D} {E}", read.byName().get("dharch-ab-cd-e").notation());
    assertEquals("Sample6", read.rules().get(4).match().service().orElseThrow());
    assertEquals("dharch-parallel", read.rules().get(4).orchestration());
  }

  @Test
  void handlersAreDealtRound() {
    assertEquals(List.of("A", "B", "C", "D", "E"), names(5));
    assertEquals(List.of("AD", "BE", "C"), names(3));
    assertEquals(List.of("ABCDE"), names(1));
    assertEquals(List.of("A", "B", "C", "D", "E", "A", "B"), names(7));
  }

  private List<String> names(int nodes) {
    Map<String, List<SampleHandlers.Spec>> dealt =
        Documents.deal(SampleHandlers.standard(folder), nodes);
    return dealt.values().stream()
        .map(all -> String.join("", all.stream().map(SampleHandlers.Spec::name).toList()))
        .toList();
  }

  @Test
  void whatXmlReservesIsEscaped() {
    SampleHandlers.Spec spec =
        new SampleHandlers.Spec(
            "A", org.dharch.samples.LoggingHandler.class, Map.of("file", "a<b>&\"c"));
    String document = Documents.node("n", List.of(spec));
    assertTrue(document.contains(">a&lt;b>&amp;&quot;c</parameter>"), document);
  }
}
