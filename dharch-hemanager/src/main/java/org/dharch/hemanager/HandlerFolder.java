package org.dharch.hemanager;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Reason;

/** Where handler classes come from: the jars of a folder, or the class path. */
final class HandlerFolder {
  private HandlerFolder() {}

  /** What no jar has. */
  private static final String NOWHERE = "org/dharch/hemanager/nowhere";

  /**
   * A loader for the jars in {@code folder}, as they are now: all are open from the start, so that
   * those that are deleted, or that others take the place of, are read to the end. Closing it
   * closes them.
   *
   * @throws DHArchException if the folder, or a jar in it, cannot be read
   */
  static URLClassLoader loader(Optional<Path> folder) {
    List<URL> jars = new ArrayList<>();
    if (folder.isPresent()) {
      try (Stream<Path> files = Files.list(folder.get())) {
        List<Path> sorted =
            files.filter(file -> file.getFileName().toString().endsWith(".jar")).sorted().toList();
        for (Path jar : sorted) {
          check(jar);
          jars.add(url(jar));
        }
      } catch (IOException e) {
        throw new DHArchException(
            "handlersFolder " + folder.get() + " cannot be read: " + Reason.of(e), e);
      }
    }
    URLClassLoader loader = new FolderLoader(jars, HandlerFolder.class.getClassLoader());
    var unused = loader.findResource(NOWHERE); // it looks into each, and keeps it open
    return loader;
  }

  /** The loader itself passes over what it cannot read, and then its classes are not there. */
  private static void check(Path jar) {
    try (JarFile opened = new JarFile(jar.toFile())) {
      opened.getManifest();
    } catch (IOException e) {
      throw new DHArchException(
          "jar " + jar + " of the handlersFolder cannot be read: " + Reason.of(e), e);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new DHArchException("jar " + jar + " has no URL", e);
    }
  }
}
