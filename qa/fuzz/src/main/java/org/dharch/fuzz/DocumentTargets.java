package org.dharch.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dharch.core.document.DocumentException;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.hemanager.document.NodeDocumentFile;

/** The operator's documents. */
final class DocumentTargets {
  private DocumentTargets() {}

  static void orchestration(byte[] data) {
    try {
      OrchestrationDocument.parse(
          "fuzz", new String(data, StandardCharsets.UTF_8), name -> Policy.NONE);
    } catch (DocumentException e) {
      WireTargets.ignored(e);
    }
  }

  /** Changes in a handler's reply. */
  static void rest(byte[] data) {
    try {
      OrchestrationDocument.parseRest(new String(data, StandardCharsets.UTF_8));
    } catch (DocumentException e) {
      WireTargets.ignored(e);
    }
  }

  static void policy(byte[] data) {
    try {
      Policy.parse("fuzz", new String(data, StandardCharsets.UTF_8));
    } catch (DocumentException e) {
      WireTargets.ignored(e);
    }
  }

  static void flow(byte[] data) {
    try {
      FlowDocument.parse("fuzz", new String(data, StandardCharsets.UTF_8));
    } catch (DocumentException e) {
      WireTargets.ignored(e);
    }
  }

  static void node(byte[] data) throws IOException {
    Path file = Files.createTempFile("dharch-fuzz", ".xml");
    try {
      Files.write(file, data);
      NodeDocumentFile.read(file);
    } catch (DocumentException e) {
      WireTargets.ignored(e);
    } finally {
      Files.delete(file);
    }
  }
}
