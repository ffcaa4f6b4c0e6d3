package org.dharch.hemanager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.dharch.core.document.DocumentException;
import org.dharch.fuzz.FuzzTarget;

/** A node document. */
public final class NodeTarget implements FuzzTarget {
  @Override
  public void take(byte[] data) throws IOException {
    Path file = Files.createTempFile("dharch-fuzz", ".xml");
    try {
      Files.write(file, data);
      NodeDescription.read(file, Map.of("broker", "tcp://localhost:1"));
    } catch (DocumentException e) {
      if (e.getMessage() == null) {
        throw new AssertionError("it says nothing", e);
      }
    } finally {
      Files.delete(file);
    }
  }
}
