package org.dharch.core.store;

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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.core.files.DiskSpace;
import org.dharch.core.files.FolderEntries;
import org.dharch.core.files.LockedFile;
import org.dharch.core.message.Reason;
import org.dharch.core.message.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far messages are, in one file to which records are only ever added, many at a time and forced
 * together; of several of one message the last counts. Safe for any thread.
 *
 * <p>What a kill or a loss of power left half written is at the end, and is cut off when the file
 * is opened. Each {@link JournalRecord} says how much of the file was on disk when it was written:
 * so something that is not whole but was on disk is known to be damage, and not such an end ({@link
 * #damage}); what is whole behind it counts.
 *
 * <p>When it is {@linkplain #begin begun}, and whenever it is twice as large as what counts in it,
 * the file is written anew beside itself, forced, and takes its own place by a rename. Below a
 * length that is not worth it, but on a small disk that is no more than what is left of the disk.
 */
final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final Path path;
  private final LockedFile file;
  private final long least;
  private final long most;
  private final DiskSpace room;
  private final RepeatedLog growing = new RepeatedLog(System::nanoTime, LOG::warn);

  private final Map<StoreKey, byte[]> live = new TreeMap<>(); // this and below: guarded by this
  private long liveBytes;
  private long end;
  private long forced;
  private String damage = "";
  private boolean closed;

  /**
   * @param least below so many bytes the file is not written anew
   * @param most past so many bytes of what counts nothing is added
   * @param room what its disk has left
   */
  private Journal(Path path, LockedFile file, long least, long most, DiskSpace room) {
    this.room = room;
    this.path = path;
    this.file = file;
    this.least = least;
    this.most = most;
  }

  /**
   * The journal in {@code path}, which is made if it is not there, for this user alone; empty if
   * another process has it.
   */
  static Optional<Journal> open(Path path, long least, long most) throws IOException {
    return open(path, least, most, DiskSpace.of(path));
  }

  static Optional<Journal> open(Path path, long least, long most, DiskSpace room)
      throws IOException {
    Optional<LockedFile> file = LockedFile.open(path, LOG::error);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Journal journal = new Journal(path, file.get(), least, most, room);
    try {
      journal.readAll();
      return Optional.of(journal);
    } catch (IOException | RuntimeException e) {
      file.get().close();
      throw e;
    }
  }

  /**
   * Whether the store is this one's yet.
   *
   * @throws IOException if this file was deleted or replaced
   */
  void checkOwned() throws IOException {
    file.check();
  }

  private synchronized void readAll() throws IOException {
    long size = file.channel().size();
    while (end < size) {
      ByteBuffer part = part(end, size);
      int at = 0;
      for (Optional<JournalRecord> next = JournalRecord.at(part, at);
          next.isPresent();
          next = JournalRecord.at(part, at)) {
        take(next.get());
        at += next.get().length();
      }
      end += at;
      if (at == 0) {
        readBehind(part, size - end);
        return;
      }
    }
  }

  private ByteBuffer part(long from, long to) throws IOException {
    long length = Math.min(to - from, Integer.MAX_VALUE);
    return file.channel().map(FileChannel.MapMode.READ_ONLY, from, length);
  }

  /** What stands behind something that is not whole: it counts if that once was. */
  private void readBehind(ByteBuffer part, long left) {
    List<JournalRecord> whole = new ArrayList<>();
    boolean damaged = false;
    int at = 1;
    while (at < part.limit()) {
      Optional<JournalRecord> record = JournalRecord.at(part, at);
      record.ifPresent(whole::add);
      damaged |= record.isPresent() && record.get().forced() > end;
      at += record.map(JournalRecord::length).orElse(1);
    }
    if (damaged) {
      damage = path + " is damaged at byte " + end;
      LOG.error("{}; {} records behind that are whole", damage, whole.size());
      whole.forEach(this::take);
    } else {
      LOG.warn("{}: {} bytes at its end were not whole", path, left);
    }
  }

  private void take(JournalRecord record) {
    record.message().ifPresentOrElse(m -> put(record.key(), m), () -> drop(record.key()));
  }

  /** What is damaged of it, so that not all of it is known; empty if nothing is. */
  synchronized Optional<String> damage() {
    return damage.isEmpty() ? Optional.empty() : Optional.of(damage);
  }

  /**
   * It can be added to from now on. On a full disk it goes on with the file that it has, unless
   * that is damaged.
   */
  synchronized void begin() throws IOException {
    try {
      writeAnew();
    } catch (IOException e) {
      if (!damage.isEmpty()) {
        throw e;
      }
      LOG.warn("{} cannot be written anew: {}", path, Reason.of(e));
      reopen();
      FileChannel channel = file.channel();
      channel.truncate(end);
      channel.force(true);
      forced = end;
    }
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

  /** Adds how far these are, and which need not be known; on disk when this returns. */
  synchronized void add(Map<StoreKey, byte[]> group, List<StoreKey> over) throws IOException {
    long more = group.values().stream().mapToLong(message -> message.length).sum();
    if (more > 0 && liveBytes + more > most) {
      throw new IOException("it is full: " + liveBytes + " bytes; allowed are " + most);
    }
    List<byte[]> records = new ArrayList<>(group.size() + over.size());
    group.forEach(
        (key, message) -> records.add(JournalRecord.bytes(key, Optional.of(message), forced)));
    over.stream()
        .filter(live::containsKey)
        .forEach(key -> records.add(JournalRecord.bytes(key, Optional.empty(), forced)));
    try {
      append(records, true);
    } catch (IOException e) {
      if (!makesSpace()) {
        throw e;
      }
      append(records, true);
    }
    group.forEach(this::put);
    over.forEach(this::drop);
    shrink();
  }

  /** The message need not be known; a kill may forget that. */
  synchronized void forget(StoreKey key) throws IOException {
    if (live.containsKey(key)) {
      append(List.of(JournalRecord.bytes(key, Optional.empty(), forced)), false);
      drop(key);
    }
  }

  /**
   * The message need not be known, which is on disk when this returns; the file stays the one that
   * it is. Nothing is done to one that is damaged: a person is to look at what was in it.
   */
  synchronized void forgetInPlace(StoreKey key) throws IOException {
    if (damage.isEmpty() && live.containsKey(key)) {
      file.channel().truncate(end);
      append(List.of(JournalRecord.bytes(key, Optional.empty(), forced)), true);
      drop(key);
    }
  }

  /** What is known of it cannot be read: it does not count. */
  synchronized void leaveOut(StoreKey key) {
    drop(key);
  }

  /** What counts, by key. */
  synchronized Map<StoreKey, byte[]> contents() {
    return new TreeMap<>(live);
  }

  private void append(List<byte[]> records, boolean force) throws IOException {
    reopen();
    FileChannel channel = file.channel();
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
        forced = at;
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
    if (file.reopen()) {
      file.channel().truncate(end);
    }
  }

  /** Nothing half written may stand before what is added next. */
  private void mend() {
    try {
      if (file.channel().isOpen()) {
        file.channel().truncate(end);
      }
    } catch (IOException e) {
      LOG.debug("{}: what is added next overwrites it", path, e);
    }
  }

  /** On a full disk what does not count any more of it may be what there is no room for. */
  private boolean makesSpace() {
    if (closed || end <= 2 * liveBytes || !room.isGone()) {
      return false;
    }
    try {
      writeAnew();
      return true;
    } catch (IOException e) {
      LOG.debug("{} cannot be written anew", path, e);
      return false;
    }
  }

  private void shrink() {
    room.looks(end);
    if (end <= Math.max(Math.min(least, room.left()), 2 * liveBytes)) {
      return;
    }
    try {
      writeAnew();
    } catch (IOException e) {
      growing.say(path + " cannot be written anew, and goes on growing: " + Reason.of(e));
    }
  }

  private void writeAnew() throws IOException {
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    LockedFile next =
        LockedFile.open(fresh, LOG::error)
            .orElseThrow(() -> new IOException(fresh + " is another's"));
    boolean inPlace = false;
    try {
      OutputStream out =
          new BufferedOutputStream(Channels.newOutputStream(next.channel()), 1 << 16);
      for (Map.Entry<StoreKey, byte[]> one : live.entrySet()) {
        out.write(JournalRecord.bytes(one.getKey(), Optional.of(one.getValue()), 0));
      }
      out.flush();
      next.channel().force(true);
      file.replaceWith(next);
      inPlace = true;
    } finally {
      if (!inPlace) {
        next.close();
        Files.deleteIfExists(fresh);
      }
    }
    end = file.channel().position();
    forced = end;
    room.writtenAnew(end);
    FolderEntries.force(path.getParent());
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    file.close();
  }
}
