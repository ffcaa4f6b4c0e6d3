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
 * Creates the delegates from the archive's libraries. There is one class loader per archive,
 * because Axis2 loads this class once per archive. Safe for any thread.
 */
final class Sealed {
  private static final String FOLDER = "dharch/";
  private static SealedLoader loader;

  private Sealed() {}

  /**
   * Creates an object of a class in the archive.
   *
   * @throws IllegalStateException if the class cannot be instantiated
   */
  static <T> T make(String className, Class<T> type) {
    try {
      Class<?> found = Class.forName(className, true, loader());
      return type.cast(found.getConstructor().newInstance());
    } catch (ReflectiveOperationException | IOException | LinkageError e) {
      throw new IllegalStateException(
          "cannot create class " + className + " of the archive " + location() + ": " + e, e);
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
      throw new IOException("the archive must contain " + FOLDER + "*.jar");
    }
    return found;
  }

  private static File file() throws IOException {
    try {
      return new File(location().toURI()); // Axis2 copies what is no file before it loads it
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new IOException("the archive must be a file", e);
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

  /** Extracts the libraries to Axis2's temporary folder, which Axis2 clears. */
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
