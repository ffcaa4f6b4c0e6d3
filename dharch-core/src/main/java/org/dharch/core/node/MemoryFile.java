package org.dharch.core.node;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32;
import org.dharch.core.DHArchException;
import org.dharch.core.message.DMFormatCodec;
import org.dharch.core.message.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's memory on disk: a record when an attempt begins and one when it has ended, each forced
 * to the disk before it counts. What a crash left half written at the end is cut off. When it is
 * opened, what is expired is left out and the file is written anew; past {@value #MAX_BYTES} bytes
 * it is full, and attempts are refused until it is opened again. Safe for any thread.
 */
final class MemoryFile implements AutoCloseable {
  static final long MAX_BYTES = 1L << 30;

  private static final Logger log = LoggerFactory.getLogger(MemoryFile.class);
  private static final int HEAD = 1 + 16 + 4 + 4 + 8;
  private static final Limits LIMITS = Limits.DEFAULT;

  /** Hears of what is in the file. */
  interface Reader {
    void remembered(TaskRun.Key key, long expiryMillis, Optional<HandlerResult> result);
  }

  private final Path path;
  private final FileChannel channel;
  private final WorkFormat format = new WorkFormat(LIMITS);
  private final DMFormatCodec codec = new DMFormatCodec(LIMITS);

  private MemoryFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static MemoryFile open(Path path) {
    try {
      FileChannel channel =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!locked(channel)) {
        channel.close();
        throw new DHArchException("memory='" + path + "' is in use; one node may have it open");
      }
      return new MemoryFile(path, channel);
    } catch (IOException e) {
      throw new DHArchException("memory='" + path + "' cannot be opened: " + e, e);
    }
  }

  @SuppressWarnings("try") // the lock is let go of with the channel
  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Tells {@code reader} what is not expired at {@code nowMillis}. */
  synchronized void read(Reader reader, long nowMillis) {
    ByteArrayOutputStream live = new ByteArrayOutputStream();
    long good = 0;
    try {
      ByteBuffer all = ByteBuffer.allocate((int) Math.min(channel.size(), Integer.MAX_VALUE - 8));
      while (all.hasRemaining() && channel.read(all, all.position()) >= 0) {
        // to its end
      }
      all.flip();
      while (all.remaining() >= 8) {
        int length = all.getInt();
        if (length < HEAD || length > all.remaining() - 4) {
          break;
        }
        byte[] record = new byte[length];
        all.get(record);
        if (all.getInt() != crc(record)) {
          break;
        }
        good = all.position();
        take(record, reader, nowMillis, live);
      }
      if (good < channel.size()) {
        log.warn("{}: {} bytes at its end were not whole", path, channel.size() - good);
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(live.toByteArray()), 0);
      channel.position(live.size());
      channel.force(false);
    } catch (IOException e) {
      throw new DHArchException("memory='" + path + "' cannot be read: " + e, e);
    }
  }

  private void take(byte[] record, Reader reader, long nowMillis, ByteArrayOutputStream live)
      throws IOException {
    ByteBuffer in = ByteBuffer.wrap(record);
    byte type = in.get();
    TaskRun.Key key =
        new TaskRun.Key(new MessageId(in.getLong(), in.getLong()), in.getInt(), in.getInt());
    long expiry = in.getLong();
    if (expiry <= nowMillis) {
      return;
    }
    Optional<HandlerResult> result = Optional.empty();
    if (type == 'E') {
      byte[] rest = new byte[in.remaining()];
      in.get(rest);
      try {
        result = Optional.of(format.reply(codec.decode(rest)).results().get(0));
      } catch (MalformedMessageException e) {
        log.warn("{}: the end of {} cannot be read; it counts as not known", path, key, e);
      }
    }
    reader.remembered(key, expiry, result);
    live.write(framed(record));
  }

  void begin(TaskRun.Key key, long expiry) {
    write('B', key, expiry, new byte[0]);
  }

  void end(TaskRun.Key key, long expiry, HandlerResult result) {
    Reply reply = new Reply(key.id(), new NodeId("memory", "0"), java.util.List.of(result));
    write('E', key, expiry, codec.encode(format.encode(reply)));
  }

  private void write(char type, TaskRun.Key key, long expiry, byte[] rest) {
    ByteBuffer record = ByteBuffer.allocate(HEAD + rest.length);
    record.put((byte) type).putLong(key.id().high()).putLong(key.id().low());
    record.putInt(key.index()).putInt(key.attempt()).putLong(expiry).put(rest);
    append(framed(record.array()));
  }

  private synchronized void append(byte[] framed) {
    try {
      if (channel.size() + framed.length > MAX_BYTES) {
        throw new DHArchException("memory='" + path + "' is full: maxBytes=" + MAX_BYTES);
      }
      ByteBuffer buffer = ByteBuffer.wrap(framed);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(false);
    } catch (IOException e) {
      throw new DHArchException("memory='" + path + "' cannot be written: " + e, e);
    }
  }

  private static byte[] framed(byte[] record) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(record.length + 8);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(record.length);
      out.write(record);
      out.writeInt(crc(record));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static int crc(byte[] record) {
    CRC32 crc = new CRC32();
    crc.update(record);
    return (int) crc.getValue();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new DHArchException("memory='" + path + "' cannot be closed: " + e, e);
    }
  }
}
