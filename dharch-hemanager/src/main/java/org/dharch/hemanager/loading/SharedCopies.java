package org.dharch.hemanager.loading;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.text.OneLine;

/**
 * Detects copies in a handlers folder of classes that the class path provides: they are not used,
 * and classes compiled against another version may not fit.
 */
public final class SharedCopies {
  private static final Pattern CLASS_NAME =
      Pattern.compile("[A-Za-z_$][\\w$]*(?:[./][A-Za-z_$][\\w$]*)+");

  private static final int MOST = 3;

  private SharedCopies() {}

  /**
   * Returns {@code problem} in one line, with the jars of the folder that have their own copy of a
   * shared class that it names, and the location of the one in use.
   */
  static String explain(LinkageError problem, FolderLoader loader) {
    Set<String> copies = new LinkedHashSet<>();
    Matcher names = CLASS_NAME.matcher(String.valueOf(problem.getMessage()));
    while (names.find() && copies.size() < MOST) {
      copy(names.group(), loader).ifPresent(copies::add);
    }
    return OneLine.of(problem) + (copies.isEmpty() ? "" : "; " + String.join("; ", copies));
  }

  /** In messages of the JVM a method's name may follow the class name. */
  private static Optional<String> copy(String text, FolderLoader loader) {
    String name = text.replace('/', '.');
    while (FolderLoader.isShared(name) && name.contains(".")) {
      String path = name.replace('.', '/') + ".class";
      URL own = loader.findResource(path);
      URL used = loader.getParent().getResource(path);
      if (own != null) {
        return Optional.of(
            "jar "
                + jar(loader.jars().withOriginalPaths(own.toString()))
                + " has its own "
                + name
                + ", which handlers share with the node: "
                + (used == null
                    ? "the node has the rest of its package in another version"
                    : "the node's is used, from " + jar(used.toString())));
      }
      if (used != null) {
        return Optional.empty();
      }
      name = name.substring(0, name.lastIndexOf('.'));
    }
    return Optional.empty();
  }

  private static String jar(String url) {
    return url.replaceFirst("^(?:jar:)?file:", "").replaceFirst("!/.*", "");
  }

  /** The names of the jars in the folder of {@code loader} with classes of the class path. */
  public static List<String> of(FolderLoader loader) {
    List<String> found = new ArrayList<>();
    for (URL url : loader.jars().urls()) {
      try (JarFile jar = new JarFile(Path.of(url.toURI()).toFile())) {
        if (hasShared(jar, loader.getParent())) {
          found.add(Path.of(url.toURI()).getFileName().toString());
        }
      } catch (IOException | URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
    return found;
  }

  /** Checks one class of each package: jars of one library contain whole packages. */
  private static boolean hasShared(JarFile jar, ClassLoader classPath) {
    Set<String> packages = new HashSet<>();
    Enumeration<JarEntry> entries = jar.entries();
    while (entries.hasMoreElements()) {
      String path = entries.nextElement().getName();
      int end = path.lastIndexOf('/');
      if (end > 0
          && path.endsWith(".class")
          && FolderLoader.isShared(path.replace('/', '.'))
          && packages.add(path.substring(0, end))
          && classPath.getResource(path) != null) {
        return true;
      }
    }
    return false;
  }
}
