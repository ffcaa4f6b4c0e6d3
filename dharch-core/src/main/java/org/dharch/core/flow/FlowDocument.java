package org.dharch.core.flow;

import java.nio.file.Path;
import org.dharch.core.document.XmlDocuments;

/**
 * Reads a flow document, an XML file of the published schema {@code org/dharch/schema/flow.xsd};
 * docs/flow-control.md is its reference. Stateless; safe for any thread.
 */
public final class FlowDocument {
  private FlowDocument() {}

  /**
   * Reads the document in {@code file}.
   *
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static FlowControl read(Path file) {
    return FlowReader.of(
        file.toString(),
        XmlDocuments.read(file, org.dharch.schema.flow.FlowDocument.class).getFlow());
  }

  /**
   * Parses the document {@code xml}.
   *
   * @param source the name of the document in errors
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static FlowControl parse(String source, String xml) {
    return FlowReader.of(
        source,
        XmlDocuments.parse(source, xml, org.dharch.schema.flow.FlowDocument.class).getFlow());
  }
}
