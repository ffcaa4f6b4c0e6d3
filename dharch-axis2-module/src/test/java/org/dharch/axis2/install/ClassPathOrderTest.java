package org.dharch.axis2.install;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fault A3: what stands first on the class path decided which module was installed. */
class ClassPathOrderTest {
  @TempDir Path folder;

  @Test
  void earlierModuleIsUnchanged() throws Exception {
    Path addressing =
        Stream.of(ForkedJvm.classPath().split(File.pathSeparator, -1))
            .filter(entry -> entry.matches(".*addressing-[^/]*-classpath-module\\.jar"))
            .map(Path::of)
            .findFirst()
            .orElseThrow();
    Path document =
        Files.writeString(
            folder.resolve("o.xml"),
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                + "<handler name='stamp'/></orchestration><rule orchestration='o'/>"
                + "</orchestrations>");
    assertEquals("dharch true", OtherClassPath.install(addressing, document));
  }
}
