package org.dharch.axis2.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.axis2.engine.Handler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.Marker;

/** Fault A1: whose class is whose. The application here is the tests' own class path. */
class SealedLoaderTest {
  private static final String PROVIDERS = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

  @TempDir Path folder;
  private final ClassLoader application = SealedLoaderTest.class.getClassLoader();
  private URL library;

  @BeforeEach
  void write() throws Exception {
    Path jar = folder.resolve("library.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      add(out, file(Marker.class), bytes(Marker.class));
      add(out, file(Handler.class), bytes(Handler.class));
      add(out, "org/apache/activemq/own.txt", "own".getBytes(StandardCharsets.UTF_8));
    }
    library = jar.toUri().toURL();
  }

  private static void add(JarOutputStream out, String name, byte[] content) throws Exception {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
    out.closeEntry();
  }

  private static String file(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  private static byte[] bytes(Class<?> type) throws Exception {
    try (InputStream in = type.getClassLoader().getResourceAsStream(file(type))) {
      return in.readAllBytes();
    }
  }

  @Test
  void archiveLibrariesHavePrecedence() throws Exception {
    try (SealedLoader loader = new SealedLoader(List.of(library), application)) {
      Class<?> own = loader.loadClass(Marker.class.getName());
      assertNotSame(Marker.class, own);
      assertSame(loader, own.getClassLoader());
      assertSame(own, loader.loadClass(Marker.class.getName()));
      assertNotNull(loader.getResource("org/apache/activemq/own.txt"));
    }
  }

  @Test
  void sharedPackagesAreNotFoundInApplication() throws Exception {
    try (SealedLoader loader = new SealedLoader(List.of(library), application)) {
      String name = Logger.class.getName();
      assertThrows(ClassNotFoundException.class, () -> loader.loadClass(name));
      assertNull(loader.getResource(file(Logger.class)));
      assertNotNull(application.getResource(PROVIDERS));
      assertEquals(List.of(), Collections.list(loader.getResources(PROVIDERS)));
      // where XMLBeans up to 3.0 has its types, which later ones still look for
      assertEquals(true, SealedLoader.isOwn("schemaorg_apache_xmlbeans/system/X/TypeSystemHolder"));
    }
  }

  @Test
  void otherClassesComeFromApplication() throws Exception {
    try (SealedLoader loader = new SealedLoader(List.of(library), application)) {
      assertSame(Handler.class, loader.loadClass(Handler.class.getName()));
      assertNotNull(loader.getResource(file(Test.class)));
    }
  }

  @Test
  void applicationApiHasPrecedence() throws Exception {
    String name = "org/dharch/api/Something";
    Path web = folder.resolve("web");
    Files.createDirectories(web.resolve("org/dharch/api"));
    Files.write(web.resolve(name + ".class"), new byte[] {1});
    try (URLClassLoader its = new URLClassLoader(new URL[] {web.toUri().toURL()}, application);
        SealedLoader loader = new SealedLoader(List.of(library), its)) {
      // the application's file is no class: that it is asked at all shows in the error
      assertThrows(ClassFormatError.class, () -> loader.loadClass(name.replace('/', '.')));
    }
  }
}
