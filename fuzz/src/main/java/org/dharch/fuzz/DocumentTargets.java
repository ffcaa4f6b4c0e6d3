package org.dharch.fuzz;

import java.nio.charset.StandardCharsets;
import org.dharch.core.document.DocumentException;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.orchestration.OrchestrationDocument;
import org.dharch.core.orchestration.Policy;

/** The operator's documents. */
final class DocumentTargets {
  private DocumentTargets() {}

  static void orchestration(byte[] data) {
    String xml = new String(data, StandardCharsets.UTF_8);
    try {
      OrchestrationDocument.parse("fuzz", xml, name -> Policy.NONE);
    } catch (DocumentException e) {
      WireTargets.ignored(e);
    }
    try {
      OrchestrationDocument.parseRest(xml);
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
}
