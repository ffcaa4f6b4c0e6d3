package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.files.OwnerOnly;

/**
 * The namespace of a store's messages, in a file of the folder: a manager of another namespace must
 * not execute them with its nodes. Used with the store's lock only.
 */
final class StoreNamespace {
  /** The file contains the name; empty for the unnamed namespace. */
  static final String FILE = "namespace";

  private StoreNamespace() {}

  /**
   * Records {@code namespace}.
   *
   * @param empty whether the store has no messages, so that any namespace may use it
   * @throws StoreException if its messages belong to another namespace
   */
  static void claim(Path folder, String namespace, boolean empty) throws IOException {
    Path file = folder.resolve(FILE);
    Optional<String> before = read(file);
    if (before.equals(Optional.of(namespace))) {
      return;
    }
    if (before.isPresent() && !empty) {
      throw new StoreException(
          "store '"
              + folder
              + "' must belong to "
              + shown(namespace)
              + " (got "
              + shown(before.get())
              + "); use another folder, or delete '"
              + file
              + "' to execute its messages here");
    }
    OwnerOnly.replace(file, namespace);
  }

  private static Optional<String> read(Path file) throws IOException {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static String shown(String namespace) {
    return namespace.isEmpty() ? "the namespace without a name" : "namespace '" + namespace + "'";
  }
}
