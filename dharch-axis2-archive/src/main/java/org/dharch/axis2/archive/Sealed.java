package org.dharch.axis2.archive;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.axis2.deployment.util.Utils;

/**
 * Makes what the shell passes calls on to. One loader serves an archive for as long as Axis2 has
 * it, since Axis2 loads this class anew with each archive. Safe for any thread.
 */
final class Sealed {
  private static final String FOLDER = "dharch/";
  private static SealedLoader loader;

  private Sealed() {}

  /**
   * An object of the archive's own.
   *
   * @throws IllegalStateException naming the class, and why it cannot be made
   */
  static <T> T make(String className, Class<T> type) {
    try {
      Class<?> found = Class.forName(className, true, loader());
      return type.cast(found.getConstructor().newInstance());
    } catch (ReflectiveOperationException | IOException | LinkageError e) {
      throw new IllegalStateException(
          "class " + className + " of the archive " + location() + " cannot be made: " + e, e);
    }
  }

  private static synchronized SealedLoader loader() throws IOException {
    if (loader == null) {
      loader = new SealedLoader(libraries(), Sealed.class.getClassLoader());
    }
    return loader;
  }

  private static URL location() {
    return Sealed.class.getProtectionDomain().getCodeSource().getLocation();
  }

  private static List<URL> libraries() throws IOException {
    List<URL> found = file().isDirectory() ? unpacked() : packed();
    if (found.isEmpty()) {
      throw new IOException("it has no " + FOLDER + "*.jar");
    }
    return found;
  }

  private static File file() throws IOException {
    try {
      return new File(location().toURI()); // Axis2 copies what is no file before it loads it
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new IOException("it is no file", e);
    }
  }

  private static List<URL> unpacked() throws IOException {
    File[] files = new File(file(), FOLDER).listFiles((folder, name) -> name.endsWith(".jar"));
    List<URL> found = new ArrayList<>();
    for (File file : files == null ? new File[0] : files) {
      found.add(file.toURI().toURL());
    }
    return found;
  }

  /** Copied to where Axis2 itself copies the libraries of archives, and cleared with them. */
  private static List<URL> packed() throws IOException {
    List<URL> found = new ArrayList<>();
    try (JarFile archive = new JarFile(file())) {
      for (Enumeration<JarEntry> all = archive.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        String name = entry.getName();
        if (name.startsWith(FOLDER) && name.endsWith(".jar")) {
          try (InputStream in = archive.getInputStream(entry)) {
            File copy = Utils.createTempFile("-" + name.substring(FOLDER.length()), in, null);
            found.add(copy.toURI().toURL());
          }
        }
      }
    }
    return found;
  }
}
