package org.dharch.core.orchestration;

import java.nio.file.Path;

/**
 * Reads an orchestration document, an XML file of the published schema {@code
 * org/dharch/schema/orchestration.xsd}.
 */
public final class OrchestrationDocument {
  private OrchestrationDocument() {}

  /**
   * The orchestrations that {@code file} describes.
   *
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Orchestrations read(Path file) {
    throw new UnsupportedOperationException("being written: " + file);
  }
}
