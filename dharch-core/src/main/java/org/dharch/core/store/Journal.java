package org.dharch.core.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.core.files.FolderEntries;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far messages are, in one file to which records are only ever added, many at a time and forced
 * together; of several of one message the last counts. Safe for any thread.
 *
 * <p>What a record is says {@link JournalRecord}. What a kill left half written is at the end, and
 * is cut off when the file is opened.
 *
 * <p>When it is opened, and whenever it is twice as large as what counts in it, the file is written
 * anew beside itself, forced, and takes its own place by a rename.
 */
final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final Path path;
  private final long least;
  private final long most;

  private FileChannel channel; // this and what follows: guarded by this
  private final Map<StoreKey, byte[]> live = new TreeMap<>();
  private long liveBytes;
  private long end;
  private boolean closed;

  /**
   * @param least below so many bytes the file is not written anew
   * @param most past so many bytes of what counts nothing is added
   */
  private Journal(Path path, long least, long most) {
    this.path = path;
    this.least = least;
    this.most = most;
  }

  /** The journal in {@code path}, which is made if it is not there, for this user alone. */
  static Journal open(Path path, long least, long most) throws IOException {
    Journal journal = new Journal(path, least, most);
    journal.channel = StoreFiles.createPrivateFile(path);
    try {
      journal.readAll();
      journal.startAnew();
      return journal;
    } catch (IOException | RuntimeException e) {
      journal.channel.close();
      throw e;
    }
  }

  private synchronized void readAll() throws IOException {
    long size = channel.size();
    DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(Channels.newInputStream(channel.position(0)), 1 << 16));
    while (readOne(in, size - end)) {}
    if (end < size) {
      LOG.warn("{}: {} bytes at its end were not whole", path, size - end);
    }
  }

  /** On a full disk it goes on with the file that it has. */
  private synchronized void startAnew() throws IOException {
    try {
      writeAnew();
    } catch (IOException e) {
      LOG.warn("{} cannot be written anew: {}", path, e.toString());
      channel.truncate(end);
    }
  }

  private boolean readOne(DataInputStream in, long left) throws IOException {
    Optional<JournalRecord> record = JournalRecord.read(in, left);
    record.ifPresent(
        read -> {
          end += read.size();
          read.message()
              .ifPresentOrElse(message -> put(read.key(), message), () -> drop(read.key()));
        });
    return record.isPresent();
  }

  private void put(StoreKey key, byte[] message) {
    drop(key);
    live.put(key, message);
    liveBytes += message.length;
  }

  private void drop(StoreKey key) {
    byte[] before = live.remove(key);
    liveBytes -= before == null ? 0 : before.length;
  }

  private static byte[] record(StoreKey key, byte[] message) {
    return new JournalRecord(key, Optional.of(message)).bytes();
  }

  /** Adds how far these are; on disk when this returns. */
  synchronized void add(Map<StoreKey, byte[]> group) throws IOException {
    long more = group.values().stream().mapToLong(message -> message.length).sum();
    if (liveBytes + more > most) {
      throw new IOException("it is full: " + liveBytes + " bytes; allowed are " + most);
    }
    List<byte[]> records = new ArrayList<>(group.size());
    group.forEach((key, message) -> records.add(record(key, message)));
    append(records, true);
    group.forEach(this::put);
    shrink();
  }

  /** The message need not be known; a kill may forget that. */
  synchronized void forget(StoreKey key) throws IOException {
    if (live.containsKey(key)) {
      append(List.of(new JournalRecord(key, Optional.empty()).bytes()), false);
      drop(key);
    }
  }

  /** What counts, by key. */
  synchronized Map<StoreKey, byte[]> contents() {
    return new TreeMap<>(live);
  }

  private void append(List<byte[]> records, boolean force) throws IOException {
    reopen();
    long at = end;
    try {
      for (byte[] record : records) {
        ByteBuffer left = ByteBuffer.wrap(record);
        while (left.hasRemaining()) {
          at += channel.write(left, at);
        }
      }
      if (force) {
        channel.force(false);
      }
      end = at;
    } catch (IOException e) {
      mend();
      throw e;
    }
  }

  /** A thread that is interrupted while it writes closes the channel, for all others too. */
  private void reopen() throws IOException {
    if (closed) {
      throw new IOException("it is closed"); // and may be another's by now
    }
    if (!channel.isOpen()) {
      channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel.truncate(end);
    }
  }

  /** Nothing half written may stand before what is added next. */
  private void mend() {
    try {
      if (channel.isOpen()) {
        channel.truncate(end);
      }
    } catch (IOException e) {
      LOG.debug("{}: what is added next overwrites it", path, e);
    }
  }

  private void shrink() {
    if (end <= Math.max(least, 2 * liveBytes)) {
      return;
    }
    try {
      writeAnew();
    } catch (IOException e) {
      LOG.warn("{} cannot be written anew, and goes on growing: {}", path, e.toString());
    }
  }

  private void writeAnew() throws IOException {
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    FileChannel next = StoreFiles.createPrivateFile(fresh);
    boolean inPlace = false;
    try {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(next), 1 << 16);
      for (Map.Entry<StoreKey, byte[]> one : live.entrySet()) {
        out.write(record(one.getKey(), one.getValue()));
      }
      out.flush();
      next.force(true);
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
      inPlace = true;
    } finally {
      if (!inPlace) {
        next.close();
        Files.deleteIfExists(fresh);
      }
    }
    channel.close();
    channel = next;
    end = next.position();
    FolderEntries.force(path.getParent());
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }
}
