package org.dharch.core.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A file to which checksummed records are appended, locked for this process. Guarded by its owner,
 * except {@link #checkOwned}.
 *
 * <p><b>Incomplete end.</b> A kill or a power loss can leave an incomplete record at the end of the
 * file. The log cuts it off before it appends. Each record carries the offset up to which the file
 * was on disk when the record was written ({@link LogRecord}). A record that is not complete but
 * precedes one that was written after it had been forced is therefore known to be damaged. A
 * damaged log accepts no records until it is rewritten.
 *
 * <p><b>Rewrite.</b> The owner drops obsolete records by {@link #rewrite}: the new file is written
 * next to the old one, locked, forced, and renamed over it. A kill at any moment leaves one of the
 * two complete. The owner decides when a rewrite pays.
 *
 * <p><b>Failed writes.</b> After a failed append the log contains what it contained before. A
 * thread that is interrupted while it writes closes the channel; the log reopens it.
 */
public final class AppendLog implements AutoCloseable {
  /** Bytes of a record in the file in addition to its payload. */
  public static final int OVERHEAD = LogRecord.OVERHEAD;

  /** Receives the records in their order in the file. */
  public interface Visitor {
    void visit(long offset, byte[] payload) throws IOException;
  }

  /** Receives the payloads of a rewritten log. */
  public interface Sink {
    void add(byte[] payload) throws IOException;
  }

  /** Writes the payloads of a rewritten log. */
  public interface Contents {
    void writeTo(Sink sink) throws IOException;
  }

  private final Path path;
  private final LockedFile file;
  private final DiskSpace space;
  private final Consumer<String> onLost;

  private long end;
  private long forced;
  private long incompleteBytes;
  private boolean endIsDirty; // there may be bytes after end
  private OptionalLong damagedAt = OptionalLong.empty();
  private boolean closed;

  private AppendLog(Path path, LockedFile file, DiskSpace space, Consumer<String> onLost) {
    this.path = path;
    this.file = file;
    this.space = space;
    this.onLost = onLost;
  }

  /**
   * Opens the log in {@code path}; {@link #load} must follow. Creates the file, readable by this
   * user only, if it does not exist.
   *
   * @param space the free space of the disk of {@code path}
   * @param onLost receives a message, once, when the file was deleted or replaced
   * @return empty if another process has the file open
   */
  public static Optional<AppendLog> open(Path path, DiskSpace space, Consumer<String> onLost)
      throws IOException {
    return LockedFile.open(path, onLost).map(file -> new AppendLog(path, file, space, onLost));
  }

  /**
   * Reads the log after it was opened. If that fails, the log is closed.
   *
   * @param visitor receives the records; of a damaged log also the complete ones after the damage
   */
  public void load(Visitor visitor) throws IOException {
    boolean loaded = false;
    try {
      long size = file.channel().size();
      LogReader reader = new LogReader(file.channel()::read, size);
      end = readFrom(reader, 0, visitor);
      incompleteBytes = size - end;
      endIsDirty = incompleteBytes > 0;
      if (endIsDirty) {
        readAfterIncomplete(reader, size, visitor);
      }
      loaded = true;
    } finally {
      if (!loaded) {
        close();
      }
    }
  }

  /** Returns where the last complete record ends. */
  private static long readFrom(LogReader reader, long from, Visitor visitor) throws IOException {
    long at = from;
    for (Optional<LogRecord> next = reader.at(at); next.isPresent(); next = reader.at(at)) {
      visitor.visit(at, next.get().payload());
      at += next.get().size();
    }
    return at;
  }

  private void readAfterIncomplete(LogReader reader, long size, Visitor visitor)
      throws IOException {
    List<Long> complete = new ArrayList<>();
    boolean damaged = false;
    long at = end + 1;
    while (at < size) {
      Optional<LogRecord> record = reader.at(at);
      if (record.isPresent()) {
        complete.add(at);
        damaged |= record.get().forced() > end;
      }
      at += record.map(LogRecord::size).orElse(1L);
    }
    if (damaged) {
      damagedAt = OptionalLong.of(end);
      for (long offset : complete) {
        visitor.visit(offset, reader.at(offset).orElseThrow().payload());
      }
    }
  }

  /**
   * Reads all records again.
   *
   * @throws IOException if the file cannot be read or a record has become damaged
   */
  public void read(Visitor visitor) throws IOException {
    prepareForUse();
    long readable = readFrom(new LogReader(file.channel()::read, end), 0, visitor);
    if (readable < end) {
      throw new IOException(path + ": the record at byte " + readable + " is damaged");
    }
  }

  /** Returns where the last complete record ends. */
  public long end() {
    return end;
  }

  /** Returns how many bytes after {@link #end} were not complete when the log was loaded. */
  public long incompleteBytes() {
    return incompleteBytes;
  }

  /** Returns the offset of damage that was found when the log was loaded. */
  public OptionalLong damagedAt() {
    return damagedAt;
  }

  /**
   * Checks that the path still names this file.
   *
   * @throws IOException if the file was deleted or replaced
   */
  public void checkOwned() throws IOException {
    file.check();
  }

  /** Appends a record. It survives a kill of the process, but not a power loss. */
  public void append(byte[] payload) throws IOException {
    write(List.of(payload), false);
  }

  /**
   * Appends records and forces the file to the disk. On a full disk it retries once after {@code
   * makeSpace}.
   *
   * @param makeSpace rewrites the log if that frees space; returns whether it did
   */
  public void appendForced(List<byte[]> payloads, BooleanSupplier makeSpace) throws IOException {
    try {
      write(payloads, true);
    } catch (IOException e) {
      if (closed || !space.isExhausted() || !makeSpace.getAsBoolean()) {
        throw e;
      }
      write(payloads, true);
    }
  }

  private void write(List<byte[]> payloads, boolean force) throws IOException {
    prepareForUse();
    if (damagedAt.isPresent()) {
      throw new IOException(path + " is damaged at byte " + damagedAt.getAsLong());
    }
    FileChannel channel = file.channel();
    long at = end;
    try {
      if (endIsDirty) {
        channel.truncate(end);
        endIsDirty = false;
      }
      for (byte[] payload : payloads) {
        ByteBuffer record = new LogRecord(payload, forced).encode();
        while (record.hasRemaining()) {
          at += channel.write(record, at);
        }
      }
      if (force) {
        channel.force(false);
        forced = at;
      }
      end = at;
    } catch (IOException e) {
      endIsDirty = true;
      cutAfterFailure(e);
      throw e;
    }
  }

  private void prepareForUse() throws IOException {
    if (closed) {
      throw new IOException(path + " is closed"); // another process may have it open
    }
    endIsDirty |= file.reopen();
  }

  /** Cuts now rather than at the next append, so that a full disk regains the space. */
  private void cutAfterFailure(IOException cause) {
    try {
      if (file.channel().isOpen()) {
        file.channel().truncate(end);
      } else {
        file.reopen(); // an interrupt closed it; without the lock another process could open it
      }
    } catch (IOException e) {
      cause.addSuppressed(e); // the next append cuts
    }
  }

  /** Cuts off an incomplete end and forces the file to the disk. */
  public void cutIncompleteEnd() throws IOException {
    prepareForUse();
    file.channel().truncate(end);
    file.channel().force(true);
    endIsDirty = false;
    forced = end;
  }

  /**
   * Replaces all records; on disk when it returns. If it fails, the log contains what it contained
   * before.
   */
  public void rewrite(Contents contents) throws IOException {
    prepareForUse();
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    LockedFile next =
        LockedFile.open(fresh, onLost)
            .orElseThrow(() -> new IOException(fresh + " must not be in use by another process"));
    boolean replaced = false;
    try {
      end = writeAndReplace(contents, next);
      replaced = true;
    } finally {
      if (!replaced) {
        abandon(next, fresh);
      }
    }
    forced = end;
    endIsDirty = false;
    damagedAt = OptionalLong.empty();
    space.rewritten(end);
    FolderEntries.force(path.toAbsolutePath().getParent());
  }

  /**
   * Each record is on disk before the file gets its name, so each proves that those before were.
   */
  private long writeAndReplace(Contents contents, LockedFile next) throws IOException {
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(next.channel()), 1 << 16);
    long[] at = {0};
    contents.writeTo(
        payload -> {
          LogRecord record = new LogRecord(payload, at[0]);
          out.write(record.encode().array());
          at[0] += record.size();
        });
    out.flush();
    next.channel().force(true);
    file.replaceWith(next);
    return at[0];
  }

  private void abandon(LockedFile next, Path fresh) throws IOException {
    next.close();
    Files.deleteIfExists(fresh);
    try {
      endIsDirty |= file.reopen();
    } catch (IOException e) {
      endIsDirty = true; // the next use reopens it
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    file.close();
  }
}
