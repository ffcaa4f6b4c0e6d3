package org.dharch.core.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.files.FolderEntries;
import org.dharch.core.files.OwnerOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a {@link FolderStore}: one for each message, in the folder of its state. A file
 * appears atomically, by a rename, so any process sees all of it or nothing.
 */
final class StoreFiles {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFiles.class);
  static final String JOURNAL = "journal";
  private static final String TEMPORARY = "tmp";
  private static final String CORRUPT = "corrupt";
  private static final int MAX_CORRUPT = 100;

  /** In the root of a separate file system. */
  private static final String LOST_AND_FOUND = "lost+found";

  /** Other files of a manager in the folder. */
  private static final Set<String> OTHER_FILES =
      Set.of("classes.tsv", "classes.tsv.new", StoreNamespace.FILE);

  /** Checks before each change that this process owns the store. */
  interface Owner {
    void check() throws IOException;
  }

  private final Path folder;
  private final Owner owner;
  private final AtomicLong number = new AtomicLong();

  StoreFiles(Path folder, Owner owner) {
    this.folder = folder;
    this.owner = owner;
  }

  /** Creates missing folders and deletes incomplete files. */
  void prepare() throws IOException {
    for (StoreState state : StoreState.values()) {
      createPrivate(of(state));
    }
    createPrivate(folder.resolve(CORRUPT));
    Path temporary = folder.resolve(TEMPORARY);
    createPrivate(temporary);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(temporary)) {
      for (Path file : left) {
        if (isOwn(file)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** A file in {@code folder} that no store creates; empty if there is none. */
  static Optional<Path> foreign(Path folder) throws IOException {
    Set<String> folders = new HashSet<>(Set.of(TEMPORARY, CORRUPT));
    for (StoreState state : StoreState.values()) {
      folders.add(state.folder());
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path each : all) {
        String name = each.getFileName().toString();
        boolean own = OTHER_FILES.contains(name) && Files.isRegularFile(each);
        if (own || name.equals(LOST_AND_FOUND)) {
          continue;
        } else if (!folders.contains(name) || !Files.isDirectory(each)) {
          return Optional.of(each);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(each)) {
          for (Path file : files) {
            if (!isOwn(file)) {
              return Optional.of(file);
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Whether it is a message's file, also an incomplete one. */
  private static boolean isOwn(Path file) {
    String name = file.getFileName().toString();
    String whole = name.substring(0, Math.max(0, name.lastIndexOf('.')));
    return Files.isRegularFile(file)
        && (StoreKey.ofFileName(name).isPresent() || StoreKey.ofFileName(whole).isPresent());
  }

  /** Creates a folder, if it is missing, for this user alone. */
  static void createPrivate(Path path) throws IOException {
    OwnerOnly.folder(path);
  }

  Path of(StoreState state) {
    return folder.resolve(state.folder());
  }

  Path of(StoreState state, StoreKey key) {
    return of(state).resolve(key.fileName());
  }

  /** The owner of the store's folder, if it is another user. */
  Optional<String> otherOwner() throws IOException {
    return OwnerOnly.otherOwner(folder, folder.resolve(TEMPORARY));
  }

  /**
   * Writes a temporary file and renames it.
   *
   * @param force whether it must survive a power loss, and not only the end of the process
   */
  void write(StoreState state, StoreKey key, byte[] bytes, boolean force) throws IOException {
    owner.check();
    Path temporary =
        folder.resolve(TEMPORARY).resolve(key.fileName() + "." + number.incrementAndGet());
    try {
      try (FileChannel out =
          OwnerOnly.open(
              temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
          out.write(left);
        }
        if (force) {
          out.force(true);
        }
      }
      Files.move(temporary, of(state, key), StandardCopyOption.ATOMIC_MOVE);
      if (force) {
        FolderEntries.force(of(state));
      }
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  /** Forces all moves and deletions to the disk. */
  void force() throws IOException {
    for (StoreState state : StoreState.values()) {
      FolderEntries.force(of(state));
    }
  }

  /** The keys and sizes of the messages in {@code state}, oldest first. */
  NavigableMap<StoreKey, Long> list(StoreState state) throws IOException {
    NavigableMap<StoreKey, Long> found = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(of(state))) {
      for (Path file : files) {
        Optional<StoreKey> key = StoreKey.ofFileName(file.getFileName().toString());
        if (key.isPresent()) {
          try {
            found.put(key.get(), Files.size(file));
          } catch (NoSuchFileException e) {
            LOG.trace("{} no longer exists", file, e);
          }
        }
      }
    }
    return found;
  }

  /** Empty if it does not exist. */
  Optional<byte[]> read(StoreState state, StoreKey key) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(of(state, key)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  boolean move(StoreKey key, StoreState from, StoreState to) throws IOException {
    owner.check();
    try {
      try (FileChannel bytes = FileChannel.open(of(from, key), StandardOpenOption.WRITE)) {
        bytes.force(true); // it may have been written without force
      }
      Files.move(of(from, key), of(to, key), StandardCopyOption.ATOMIC_MOVE);
      FolderEntries.force(of(from));
      FolderEntries.force(of(to));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  boolean delete(StoreState state, StoreKey key) throws IOException {
    owner.check();
    return Files.deleteIfExists(of(state, key));
  }

  /** Moves an unreadable file aside; the oldest such files are deleted. */
  void setAside(StoreState state, StoreKey key, String why) throws IOException {
    owner.check();
    Path to = aside(state.folder(), key);
    try {
      Files.move(of(state, key), to, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return; // another process was faster
    }
    wasSetAside(key, why, to);
  }

  /** As above, for a record of {@code from}, another file. */
  void setAside(String from, StoreKey key, byte[] record, String why) throws IOException {
    Path to = aside(from, key);
    try (FileChannel out =
        OwnerOnly.open(
            to,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING))) {
      out.write(ByteBuffer.wrap(record));
      out.force(true);
    }
    wasSetAside(key, why, to);
  }

  /** Creates the folder, because a person may have deleted it. */
  private Path aside(String from, StoreKey key) throws IOException {
    createPrivate(folder.resolve(CORRUPT));
    return folder.resolve(CORRUPT).resolve(from + "-" + key.fileName());
  }

  private void wasSetAside(StoreKey key, String why, Path to) throws IOException {
    LOG.warn("Set aside unreadable file={} reason={} as={}", key.fileName(), why, to);
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve(CORRUPT))) {
      files.forEach(all::add);
    }
    Collections.sort(all);
    for (Path oldest : all.subList(0, Math.max(0, all.size() - MAX_CORRUPT))) {
      Files.deleteIfExists(oldest);
    }
  }
}
