package org.dharch.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Creates files and folders that only their owner can read, independent of the umask, and narrows
 * wider permissions of existing ones. Skips file systems without such permissions. Stateless.
 */
public final class OwnerOnly {
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {}

  /**
   * Creates a folder with its missing parents, and narrows it.
   *
   * @throws IOException if it cannot be created, or another user owns it and it is wider
   */
  public static void folder(Path path) throws IOException {
    if (!isPosix(path)) {
      Files.createDirectories(path);
    } else {
      if (!Files.isDirectory(path)) {
        Files.createDirectories(path, PosixFilePermissions.asFileAttribute(FOLDER));
      }
      narrow(path, FOLDER);
    }
  }

  /**
   * Opens a file, and narrows it.
   *
   * @throws IOException if it cannot be opened, or another user owns it and it is wider
   */
  public static FileChannel open(Path path, Set<? extends OpenOption> options) throws IOException {
    boolean posix = isPosix(path);
    FileAttribute<?>[] own =
        posix
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FILE)}
            : new FileAttribute<?>[0];
    FileChannel channel = FileChannel.open(path, options, own);
    try {
      if (posix) {
        narrow(path, FILE);
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Replaces the content of a file by {@code text}.
   *
   * @throws IOException as {@link #open}
   */
  public static void write(Path path, CharSequence text) throws IOException {
    open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE)).close();
    // By a stream, because an interrupt of this thread would close a channel.
    Files.writeString(path, text, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /**
   * Writes {@code text} as the whole content of a file, atomically for all readers and writers. Its
   * folder, if missing, is created for the owner only.
   *
   * @throws IOException as {@link #open}; the file is unchanged then
   */
  public static void replace(Path path, CharSequence text) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      folder(folder);
    }
    Path written = folder.resolve("." + path.getFileName() + "." + UUID.randomUUID() + ".new");
    try {
      write(written, text);
      Files.move(
          written, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /**
   * Returns the owner of {@code folder} if it is another user than this process's, who can then
   * read its content; empty also for file systems without owners.
   *
   * @param within a folder in it, for a temporary file
   * @throws IOException if nothing can be written there
   */
  public static Optional<String> otherOwner(Path folder, Path within) throws IOException {
    if (!isPosix(folder)) {
      return Optional.empty();
    }
    Path mine = Files.createTempFile(within, "", ".owner");
    try {
      UserPrincipal owner = Files.getOwner(folder);
      return owner.equals(Files.getOwner(mine)) ? Optional.empty() : Optional.of(owner.getName());
    } finally {
      Files.delete(mine);
    }
  }

  private static void narrow(Path path, Set<PosixFilePermission> to) throws IOException {
    if (!Files.getPosixFilePermissions(path).equals(to)) {
      try {
        Files.setPosixFilePermissions(path, to);
      } catch (IOException e) {
        throw new IOException(
            path
                + " must be accessible only to its owner (got "
                + PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
                + "): "
                + why(e),
            e);
      }
    }
  }

  private static String why(IOException e) {
    return e instanceof FileSystemException of && of.getReason() != null
        ? of.getReason()
        : e.getMessage();
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
