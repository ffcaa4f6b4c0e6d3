package org.dharch.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** Locates the checkout that contains the module under test. */
public final class Checkout {
  /** The root folder, absolute. */
  public static final Path ROOT = root();

  private Checkout() {}

  private static Path root() {
    Path module = Path.of("").toAbsolutePath();
    for (Path folder = module; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(".mvn"))) {
        return folder;
      }
    }
    throw new IllegalStateException("tests must run in a module's folder (got " + module + ")");
  }
}
