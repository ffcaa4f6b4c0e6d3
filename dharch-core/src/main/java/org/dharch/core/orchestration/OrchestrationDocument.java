package org.dharch.core.orchestration;

import java.nio.file.Path;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.XmlDocuments;
import org.dharch.schema.orchestration.OrchestrationsDocument;

/**
 * Reads an orchestration document (seed 000, section 3.2), an XML file of the published schema
 * {@code org/dharch/schema/orchestration.xsd}; docs/orchestration.md is its reference. Stateless;
 * safe for any thread.
 */
public final class OrchestrationDocument {
  public static Sequence parseRest(String xml) {
    throw new DocumentException(xml, java.util.List.of());
  }

  private OrchestrationDocument() {}

  /**
   * The orchestrations that {@code file} describes.
   *
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Orchestrations read(Path file) {
    return OrchestrationModel.of(
        file.toString(), XmlDocuments.read(file, OrchestrationsDocument.class));
  }

  /**
   * The orchestrations that {@code xml} describes.
   *
   * @param source what to call the document in errors
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Orchestrations parse(String source, String xml) {
    return OrchestrationModel.of(
        source, XmlDocuments.parse(source, xml, OrchestrationsDocument.class));
  }
}
