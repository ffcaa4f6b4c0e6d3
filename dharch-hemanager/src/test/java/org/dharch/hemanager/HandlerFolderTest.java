package org.dharch.hemanager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars of a handlers folder, whatever becomes of it while the node runs. */
final class HandlerFolderTest {
  @TempDir Path folder;

  private Path jars() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Jars.compile(
        classes,
        List.of(
            "One.java",
            "package extra; public class One { }",
            "Two.java",
            "package extra; public class Two { }",
            "Three.java",
            "package extra; public class Three { }"));
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Jars.jar(classes, "One", jars.resolve("a.jar"));
    Jars.jar(classes, "Two", jars.resolve("b.jar"));
    Jars.jar(classes, "Three", jars.resolve("c.jar"));
    return jars;
  }

  @Test
  void whatIsDeletedOrReplacedMeanwhileIsAsItWas() throws Exception {
    Path jars = jars();
    try (URLClassLoader loader = HandlerFolder.loader(Optional.of(jars))) {
      assertEquals("extra.One", loader.loadClass("extra.One").getName());
      Files.move(jars.resolve("a.jar"), jars.resolve("b.jar"), StandardCopyOption.REPLACE_EXISTING);
      Files.delete(jars.resolve("c.jar"));
      assertEquals("extra.Two", loader.loadClass("extra.Two").getName());
      assertEquals("extra.Three", loader.loadClass("extra.Three").getName());
    }
  }

  @Test
  void aJarThatIsNoneIsNamed() throws Exception {
    Path jars = jars();
    for (String content : List.of("", "this is no jar")) {
      Files.writeString(jars.resolve("b.jar"), content);
      DHArchException e =
          assertThrows(
              DHArchException.class, () -> HandlerFolder.loader(Optional.of(jars)).close());
      String said = "jar " + jars.resolve("b.jar") + " of the handlersFolder cannot be read: ";
      assertTrue(e.getMessage().startsWith(said), e.getMessage());
    }
  }
}
