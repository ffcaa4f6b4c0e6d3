package org.dharch.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A site whose requests have one handler, H. */
public final class OneHandler {
  private OneHandler() {}

  /** Its orchestration document, in {@code folder}. */
  public static Path orchestration(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("orchestration.xml"),
        """
        <orchestrations xmlns="urn:dharch:orchestration:1">
          <orchestration name="one"><handler name="H"/></orchestration>
          <rule orchestration="one" service="Sample"/>
        </orchestrations>
        """);
  }
}
