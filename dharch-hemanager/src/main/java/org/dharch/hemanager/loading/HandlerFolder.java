package org.dharch.hemanager.loading;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.message.DHArchException;

/** The source of handler classes: the jars of a folder, or the class path. */
public final class HandlerFolder {
  private HandlerFolder() {}

  /** A name that no jar contains. */
  private static final String NOWHERE = "org/dharch/hemanager/nowhere";

  /** As there, right above the class path, without resources. */
  public static FolderLoader loader(Optional<Path> folder) {
    return loader(folder, HandlerFolder.class.getClassLoader(), Map.of());
  }

  /**
   * A loader for the jars in {@code folder}, as they are now, whatever becomes of them. Closing it
   * closes what it has of them.
   *
   * @param parent has what they do not have
   * @param resources which their classes find
   * @throws DHArchException if the folder, or a jar in it, cannot be read
   */
  public static FolderLoader loader(
      Optional<Path> folder, ClassLoader parent, Map<String, Object> resources) {
    JarCopies jars = folder.map(JarCopies::of).orElseGet(JarCopies::none);
    FolderLoader loader = new FolderLoader(jars, parent, resources);
    var unused = loader.findResource(NOWHERE); // it looks into each, and keeps it open
    return loader;
  }
}
