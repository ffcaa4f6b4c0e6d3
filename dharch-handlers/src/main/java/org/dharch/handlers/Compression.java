package org.dharch.handlers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;

/** How a body is compressed. */
enum Compression {
  /** RFC 1952. */
  GZIP("gzip") {
    @Override
    boolean bare() {
      return true;
    }

    @Override
    void begin(ByteArrayOutputStream to) {
      to.writeBytes(GZIP_BEGIN);
    }

    @Override
    void end(ByteArrayOutputStream to, byte[] bytes) {
      CRC32 sum = new CRC32();
      sum.update(bytes);
      little((int) sum.getValue(), to);
      little(bytes.length, to);
    }

    @Override
    InputStream unpacking(InputStream from) throws IOException {
      return new GZIPInputStream(from, BUFFER);
    }
  },

  /** RFC 1950, which HTTP calls so too. */
  DEFLATE("deflate") {
    @Override
    boolean bare() {
      return false;
    }

    @Override
    void begin(ByteArrayOutputStream to) {
      // the deflater writes it
    }

    @Override
    void end(ByteArrayOutputStream to, byte[] bytes) {
      // the same
    }

    @Override
    InputStream unpacking(InputStream from) {
      return new InflaterInputStream(from); // which ends its inflater
    }
  };

  private static final int BUFFER = 8192;

  /**
   * The maximum ratio of deflate; a larger declared size is rejected before memory is allocated.
   */
  private static final long MOST_RATIO = 1040;

  /** RFC 1952: deflate, without name, time and system. */
  private static final byte[] GZIP_BEGIN = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0};

  /** By their names in messages and parameters. */
  static final Map<String, Compression> BY_NAME = Map.of("gzip", GZIP, "deflate", DEFLATE);

  private final String text;

  Compression(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Whether the deflater's own frame is left out. */
  abstract boolean bare();

  /** Writes the header before the deflater's output. */
  abstract void begin(ByteArrayOutputStream to);

  /** Writes the trailer. */
  abstract void end(ByteArrayOutputStream to, byte[] bytes);

  abstract InputStream unpacking(InputStream from) throws IOException;

  /**
   * Compresses {@code bytes}.
   *
   * @param deflaters of the same algorithm
   */
  byte[] pack(byte[] bytes, Deflaters deflaters) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 4 + 64);
    begin(packed);
    Deflater deflater = deflaters.take();
    deflater.setInput(bytes);
    deflater.finish();
    byte[] buffer = new byte[Math.min(BUFFER, bytes.length + 64)];
    while (!deflater.finished()) {
      packed.write(buffer, 0, deflater.deflate(buffer));
    }
    deflaters.give(deflater);
    end(packed, bytes);
    return packed.toByteArray();
  }

  private static void little(int value, ByteArrayOutputStream to) {
    for (int shift = 0; shift < 32; shift += 8) {
      to.write(value >> shift);
    }
  }

  /**
   * Decompresses data to exactly this size; never holds more than that.
   *
   * @throws DHArchException if it has another size, or is damaged
   */
  byte[] unpack(byte[] packed, int size) {
    try (InputStream in = unpacking(new ByteArrayInputStream(packed))) {
      byte[] bytes = new byte[(int) Math.min(size, MOST_RATIO * packed.length)];
      int read = in.readNBytes(bytes, 0, bytes.length);
      if (read < size || in.read() >= 0) {
        throw new DHArchException(
            "what is in Compressed has "
                + (read < size ? read : "more")
                + " bytes; size="
                + size
                + " was said");
      }
      return bytes;
    } catch (IOException e) {
      throw new DHArchException("Compressed is damaged, or no " + text + ": " + Reason.of(e), e);
    }
  }

  /**
   * Decompresses data of unknown size.
   *
   * @throws DHArchException if it is larger than {@code most} bytes, or damaged
   */
  byte[] unpackAtMost(byte[] packed, int most) {
    try (InputStream in = unpacking(new ByteArrayInputStream(packed))) {
      byte[] bytes = in.readNBytes(most);
      if (in.read() >= 0) {
        throw new DHArchException(
            "unpacked it is larger than " + most + " bytes, which is allowed");
      }
      return bytes;
    } catch (IOException e) {
      throw new DHArchException("it is damaged, or no " + text + ": " + Reason.of(e), e);
    }
  }
}
