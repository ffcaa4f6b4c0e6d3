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
  /** Its content is the name; empty of a system without one. */
  static final String FILE = "namespace";

  private StoreNamespace() {}

  /**
   * Writes {@code namespace} down.
   *
   * @param empty whether the store has no message; then it does not matter whose it was
   * @throws StoreException if its messages are another namespace's
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
