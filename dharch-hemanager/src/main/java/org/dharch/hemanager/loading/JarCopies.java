package org.dharch.hemanager.loading;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of a folder's jars, and of jars elsewhere that their manifests name, in a folder of this
 * process, so that overwriting a jar does not affect loaded classes. Safe for any thread.
 */
public final class JarCopies implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JarCopies.class);

  /** The bound on the jars of a folder, including those of manifests. */
  private static final int MOST = 10_000;

  private final Optional<Path> folder;
  private final Optional<Path> path;

  /** Each jar with its copy. */
  private final Map<Path, Path> copies = new LinkedHashMap<>();

  private JarCopies(Optional<Path> folder, Optional<Path> path) {
    this.folder = folder;
    this.path = path;
  }

  /** No jars, for the class path. */
  static JarCopies none() {
    return new JarCopies(Optional.empty(), Optional.empty());
  }

  /**
   * Copies the jars in {@code folder}.
   *
   * @throws DHArchException if the folder, or a jar in it, cannot be read
   */
  static JarCopies of(Path folder) {
    List<Path> jars = jars(folder);
    Path path;
    try {
      path = Files.createTempDirectory("dharch-handlers-");
    } catch (IOException e) {
      throw new DHArchException(
          "cannot copy the jars of handlersFolder "
              + folder
              + " to "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + Reason.of(e),
          e);
    }
    JarCopies copies = new JarCopies(Optional.of(folder), Optional.of(path));
    try {
      jars.forEach(jar -> copies.copy(jar, path.resolve(jar.getFileName())));
      return copies;
    } catch (RuntimeException | Error e) {
      copies.close();
      throw e;
    }
  }

  /**
   * The jars in {@code folder}, sorted by name.
   *
   * @throws DHArchException if it cannot be read
   */
  public static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".jar"))
          .filter(file -> !Files.isDirectory(file))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new DHArchException("cannot read handlersFolder " + folder + ": " + Reason.of(e), e);
    }
  }

  private void copy(Path jar, Path copy) {
    if (copies.size() >= MOST) {
      throw new DHArchException(
          "handlersFolder " + folder.orElseThrow() + " must have at most " + MOST + " jars");
    }
    if (copies.putIfAbsent(jar, copy) != null) {
      return;
    }
    try {
      Files.createDirectories(copy.getParent());
      Files.copy(jar, copy);
      for (Path other : named(copy, jar)) {
        // the folder of copies has no file of that name: a loader ignores missing ones
        String number = Integer.toString(copies.size());
        copy(other, path.orElseThrow().resolve(number).resolve(other.getFileName()));
      }
    } catch (IOException e) {
      throw new DHArchException(
          "cannot read jar " + jar + " of the handlersFolder: " + Reason.of(e), e);
    }
  }

  /**
   * The existing jars that the manifest names. The class loader itself silently skips a jar that it
   * cannot read.
   */
  private static List<Path> named(Path copy, Path jar) throws IOException {
    List<Path> named = new ArrayList<>();
    try (JarFile opened = new JarFile(copy.toFile())) {
      Manifest manifest = opened.getManifest();
      String all =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String name : all == null ? new String[0] : all.strip().split(" +")) {
        at(jar, name).filter(Files::isRegularFile).ifPresent(named::add);
      }
    }
    return named;
  }

  private static Optional<Path> at(Path jar, String relativeUrl) {
    try {
      return Optional.of(Path.of(jar.toUri().resolve(relativeUrl)).normalize())
          .filter(file -> file.toString().endsWith(".jar"));
    } catch (IllegalArgumentException | FileSystemNotFoundException e) { // not a file URL
      return Optional.empty();
    }
  }

  /**
   * The URLs for a class loader: the jars of the folder sorted by name, each followed by those of
   * its manifest.
   */
  List<URL> urls() {
    return copies.values().stream().map(JarCopies::url).toList();
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new DHArchException("jar " + jar + " has no URL", e);
    }
  }

  /** The folder of the originals. */
  public Optional<Path> folder() {
    return folder;
  }

  public List<Path> originals() {
    return List.copyOf(copies.keySet());
  }

  /** Returns {@code text} with the paths of copies replaced by those of the jars. */
  public String withOriginalPaths(String text) {
    String found = text;
    for (Map.Entry<Path, Path> each : copies.entrySet()) {
      found = found.replace(each.getValue().toString(), each.getKey().toString());
    }
    return found;
  }

  @Override
  public void close() {
    path.ifPresent(JarCopies::delete);
  }

  private static void delete(Path path) {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      log.warn("Failed to delete copies of jars folder={} reason={}", path, Reason.of(e));
    }
  }
}
