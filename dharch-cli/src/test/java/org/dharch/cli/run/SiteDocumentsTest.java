package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.samples.SampleHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SiteDocumentsTest {
  @TempDir Path folder;

  @Test
  void orchestrationsAreParsed() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("o.xml"), SiteDocuments.orchestrations(PaperConfiguration.ALL));
    Orchestrations read = OrchestrationDocument.read(file);
    assertEquals(5, read.byName().size());
    assertEquals("{A} {B} {C} {D} {E}", read.byName().get("dharch-sequential").notation());
    assertEquals("{A,B} {C,D} {E}", read.byName().get("dharch-ab-cd-e").notation());
    assertEquals("Sample6", read.rules().get(4).match().service().orElseThrow());
    assertEquals("dharch-parallel", read.rules().get(4).orchestration());
  }

  @Test
  void xmlIsEscaped() {
    SampleHandlers.Spec spec =
        new SampleHandlers.Spec(
            "A", org.dharch.samples.LoggingHandler.class, Map.of("file", "a<b>&\"c"));
    String document = SiteDocuments.node("n", List.of(spec));
    assertTrue(document.contains(">a&lt;b>&amp;&quot;c</parameter>"), document);
  }
}
