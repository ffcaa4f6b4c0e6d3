package org.dharch.hemanager;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jars of a folder as they were at one moment: copies, in a folder of this process' own, so
 * that whoever writes over a jar does not take away what is loaded from it. Safe for any thread.
 */
final class JarCopies implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JarCopies.class);

  /** How far below the folder a jar may lie that the manifest of another names. */
  private static final int DEPTH = 4;

  private final Optional<Path> folder;
  private final Optional<Path> copies;
  private final List<URL> urls;

  private JarCopies(Optional<Path> folder, Optional<Path> copies, List<URL> urls) {
    this.folder = folder;
    this.copies = copies;
    this.urls = urls;
  }

  /** There is no folder, the class path has all. */
  static JarCopies none() {
    return new JarCopies(Optional.empty(), Optional.empty(), List.of());
  }

  /**
   * Copies them.
   *
   * @throws DHArchException if the folder, or a jar in it, cannot be read
   */
  static JarCopies of(Path folder) {
    Path copies;
    try {
      copies = Files.createTempDirectory("dharch-handlers-");
    } catch (IOException e) {
      throw new DHArchException(
          "the jars of handlersFolder "
              + folder
              + " cannot be copied to "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + Reason.of(e),
          e);
    }
    try {
      return new JarCopies(Optional.of(folder), Optional.of(copies), copy(folder, copies));
    } catch (RuntimeException | Error e) {
      delete(copies);
      throw e;
    }
  }

  private static List<URL> copy(Path folder, Path copies) {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars(folder)) {
      Path relative = folder.relativize(jar);
      Path copy = copies.resolve(relative.toString());
      try {
        Files.createDirectories(copy.getParent());
        Files.copy(jar, copy);
        check(copy);
      } catch (IOException e) {
        throw new DHArchException(
            "jar " + jar + " of the handlersFolder cannot be read: " + Reason.of(e), e);
      }
      if (relative.getNameCount() == 1) {
        urls.add(url(copy));
      }
    }
    return urls;
  }

  /** The loader itself passes over what it cannot read, and then its classes are not there. */
  private static void check(Path jar) throws IOException {
    try (JarFile opened = new JarFile(jar.toFile())) {
      opened.getManifest();
    }
  }

  /**
   * The jars in {@code folder} and below, in the order of their names.
   *
   * @throws DHArchException if it cannot be read
   */
  static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.walk(folder, DEPTH)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".jar"))
          .filter(file -> !Files.isDirectory(file))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new DHArchException("handlersFolder " + folder + " cannot be read: " + Reason.of(e), e);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new DHArchException("jar " + jar + " has no URL", e);
    }
  }

  /** For a class loader, in the order of their names; without those in sub-folders. */
  List<URL> urls() {
    return urls;
  }

  /** Where they were copied from. */
  Optional<Path> folder() {
    return folder;
  }

  /** {@code text} with the places of the copies as those of the jars. */
  String asFound(String text) {
    return copies.isEmpty()
        ? text
        : text.replace(copies.get().toString(), folder.orElseThrow().toString());
  }

  @Override
  public void close() {
    copies.ifPresent(JarCopies::delete);
  }

  private static void delete(Path copies) {
    try (Stream<Path> files = Files.walk(copies)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      log.warn("copies of handlers' jars in {} are left: {}", copies, Reason.of(e));
    }
  }
}
