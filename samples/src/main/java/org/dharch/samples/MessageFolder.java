package org.dharch.samples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends records to files of a bounded size in a folder and keeps a bounded number of them,
 * deleting the oldest. The names contain the process id, so several processes may share a folder,
 * and the bound. Safe for any thread.
 */
final class MessageFolder {
  private static final Logger LOG = LoggerFactory.getLogger(MessageFolder.class);
  private static final String PREFIX = "messages-";

  private final Path folder;
  private final int maxFiles;
  private final long maxFileBytes;
  private final boolean force;

  private Optional<FileChannel> current = Optional.empty();
  private long size;
  private int made;

  MessageFolder(Path folder, int maxFiles, long maxFileBytes, boolean force) {
    this.folder = folder;
    this.maxFiles = maxFiles;
    this.maxFileBytes = maxFileBytes;
    this.force = force;
  }

  synchronized void append(byte[] bytes) throws IOException {
    if (current.isEmpty() || (size > 0 && size + bytes.length > maxFileBytes)) {
      next();
    }
    FileChannel channel = current.orElseThrow();
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        size += channel.write(buffer);
      }
      if (force) {
        channel.force(false);
      }
    } catch (IOException e) {
      closeCurrent(); // an interrupt closes the channel too; the next message gets a new file
      throw e;
    }
  }

  private void next() throws IOException {
    closeCurrent();
    Files.createDirectories(folder);
    deleteOldest();
    current = Optional.of(create());
    size = 0;
  }

  /** The name sorts by time; the number distinguishes files of one process within a millisecond. */
  private FileChannel create() throws IOException {
    long pid = ProcessHandle.current().pid();
    while (true) {
      String name =
          String.format(
              Locale.ROOT, "%s%d-%d-%06d.xml", PREFIX, System.currentTimeMillis(), pid, made++);
      try {
        return FileChannel.open(
            folder.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } catch (FileAlreadyExistsException e) {
        LOG.debug("another handler of this process was faster", e);
      }
    }
  }

  private void closeCurrent() throws IOException {
    Optional<FileChannel> last = current;
    current = Optional.empty();
    if (last.isPresent()) {
      last.get().close();
    }
  }

  private void deleteOldest() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, PREFIX + "*.xml")) {
      found.forEach(files::add);
    }
    files.sort(Comparator.comparing(Path::toString)); // the name starts with the time
    for (int i = 0; i <= files.size() - maxFiles; i++) {
      Files.deleteIfExists(files.get(i));
    }
  }
}
