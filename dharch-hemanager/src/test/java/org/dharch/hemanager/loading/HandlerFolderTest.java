package org.dharch.hemanager.loading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.core.message.DHArchException;
import org.dharch.hemanager.Jars;
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
  void loadedJarIsIndependentOfOriginal() throws Exception {
    Path jars = jars();
    try (URLClassLoader loader = new HandlerFolder(Optional.of(jars)).loader()) {
      assertEquals("extra.One", loader.loadClass("extra.One").getName());
      Files.move(jars.resolve("a.jar"), jars.resolve("b.jar"), StandardCopyOption.REPLACE_EXISTING);
      Files.delete(jars.resolve("c.jar"));
      assertEquals("extra.Two", loader.loadClass("extra.Two").getName());
      assertEquals("extra.Three", loader.loadClass("extra.Three").getName());
    }
  }

  /** Classes and resources: a library reads its own files by its class. */
  @Test
  void handlerFindsItsLibraries() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Jars.compile(
        classes,
        List.of(
            "AssertionFailedError.java",
            "package org.opentest4j; public class AssertionFailedError {}",
            "Logger.java",
            "package org.slf4j; public class Logger {}",
            "Handler.java",
            """
            public class Handler implements java.util.concurrent.Callable<ClassLoader> {
              public ClassLoader call() {
                return org.opentest4j.AssertionFailedError.class.getClassLoader();
              }
            }
            """));
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Jars.jar(classes, "AssertionFailedError", jars.resolve("a.jar"));
    Jars.jar(classes, "Logger", jars.resolve("b.jar"));
    Jars.jar(classes, "Handler", jars.resolve("c.jar"));
    try (URLClassLoader loader = new HandlerFolder(Optional.of(jars)).loader()) {
      Callable<?> handler =
          (Callable<?>) loader.loadClass("Handler").getDeclaredConstructor().newInstance();
      assertSame(loader, handler.call(), "the folder's, though the class path has one");
      String file = "org/opentest4j/AssertionFailedError.class";
      List<URL> found = Collections.list(loader.getResources(file));
      assertEquals(2, found.size(), found::toString);
      assertEquals(loader.findResource(file), found.get(0));
      assertEquals(found.get(0), loader.getResource(file));
      String manifest = "META-INF/MANIFEST.MF";
      assertEquals(
          HandlerFolder.class.getClassLoader().getResource(manifest), loader.getResource(manifest));
      assertSame(org.slf4j.Logger.class, loader.loadClass("org.slf4j.Logger"));
      assertSame(HandlerFolder.class, loader.loadClass(HandlerFolder.class.getName()));
    }
  }

  @Test
  void invalidJarIsReported() throws Exception {
    Path jars = jars();
    for (String content : List.of("", "this is no jar")) {
      Files.writeString(jars.resolve("b.jar"), content);
      DHArchException e =
          assertThrows(
              DHArchException.class, () -> new HandlerFolder(Optional.of(jars)).loader().close());
      String output = "cannot read jar " + jars.resolve("b.jar") + " of the handlersFolder: ";
      assertTrue(e.getMessage().startsWith(output), e.getMessage());
    }
  }
}
