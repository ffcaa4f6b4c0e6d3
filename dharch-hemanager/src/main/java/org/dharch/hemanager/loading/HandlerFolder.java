package org.dharch.hemanager.loading;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.message.DHArchException;

/**
 * The source of handler classes: the jars of a folder, or the class path.
 *
 * @param path the folder; empty for the class path
 */
public record HandlerFolder(Optional<Path> path) {
  /** A name that no jar contains. */
  private static final String NOWHERE = "org/dharch/hemanager/nowhere";

  /** Returns a loader above the class path, without resources. */
  public FolderLoader loader() {
    return loader(HandlerFolder.class.getClassLoader(), Map.of());
  }

  /**
   * Returns a loader for copies of the jars. Closing it deletes the copies.
   *
   * @param parent loads what they do not contain
   * @param resources the resources for its classes
   * @throws DHArchException if the folder, or a jar in it, cannot be read
   */
  public FolderLoader loader(ClassLoader parent, Map<String, Object> resources) {
    JarCopies jars = path.map(JarCopies::of).orElseGet(JarCopies::none);
    FolderLoader loader = new FolderLoader(jars, parent, resources);
    var unused = loader.findResource(NOWHERE); // opens all jars
    return loader;
  }
}
