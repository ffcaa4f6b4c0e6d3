package org.dharch.axis2.install;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fault A1, where nothing can be sealed off: on a class path of the application's own. A library of
 * another version is named with its jar, and is the module's fault, not the container's end.
 */
class LinkageReportIT {
  @TempDir Path folder;

  @Test
  void conflictingLibraryIsReportedWithItsLocation() throws Exception {
    Path document =
        Files.writeString(
            folder.resolve("o.xml"),
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                + "<handler name='stamp'/></orchestration><rule orchestration='o'/>"
                + "</orchestrations>");
    String output = OtherClassPath.install(Installation.library("xmlbeans"), document);
    assertTrue(output.startsWith("DHArch does not start: incompatible libraries: "), output);
    assertTrue(output.contains("org.apache.xmlbeans.XmlCursor is in file:"), output);
    assertTrue(output.contains("xmlbeans-3.0.1.jar"), output);
  }
}
