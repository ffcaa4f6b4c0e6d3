package org.dharch.hemanager.document;

import java.nio.file.Path;
import java.util.Map;
import org.dharch.core.document.DocumentException;

/** The fuzzer's door to what reads a node document. */
public final class NodeDocumentFile {
  private NodeDocumentFile() {}

  /**
   * Reads it as a node of a broker does.
   *
   * @throws DocumentException if the file is no node document
   */
  public static void read(Path file) {
    NodeDescription.read(file, Map.of("broker", "tcp://localhost:1"));
  }
}
