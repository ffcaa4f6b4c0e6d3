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

/** The supported compression algorithms. */
enum Compression {
  /** RFC 1952. */
  GZIP("gzip") {
    @Override
    boolean isRaw() {
      return true;
    }

    @Override
    void writeHeader(ByteArrayOutputStream to) {
      to.writeBytes(GZIP_HEADER);
    }

    @Override
    void writeTrailer(ByteArrayOutputStream to, byte[] bytes) {
      CRC32 sum = new CRC32();
      sum.update(bytes);
      writeLittleEndian((int) sum.getValue(), to);
      writeLittleEndian(bytes.length, to);
    }

    @Override
    InputStream decompressing(InputStream from) throws IOException {
      return new GZIPInputStream(from, BUFFER);
    }
  },

  /** RFC 1950, the "deflate" of HTTP. */
  DEFLATE("deflate") {
    @Override
    boolean isRaw() {
      return false;
    }

    @Override
    void writeHeader(ByteArrayOutputStream to) {
      // written by the deflater
    }

    @Override
    void writeTrailer(ByteArrayOutputStream to, byte[] bytes) {
      // written by the deflater
    }

    @Override
    InputStream decompressing(InputStream from) {
      return new InflaterInputStream(from); // ends its inflater
    }
  };

  private static final int BUFFER = 8192;

  /** The maximum ratio of deflate; bounds the allocated memory. */
  private static final long DEFLATE_MAX_RATIO = 1040;

  /** RFC 1952: deflate, without name, time and operating system. */
  private static final byte[] GZIP_HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0};

  /** By their names in messages and parameters. */
  static final Map<String, Compression> BY_NAME = Map.of("gzip", GZIP, "deflate", DEFLATE);

  private final String text;

  Compression(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Returns true if the deflater must not write its own header and trailer. */
  abstract boolean isRaw();

  abstract void writeHeader(ByteArrayOutputStream to);

  abstract void writeTrailer(ByteArrayOutputStream to, byte[] bytes);

  abstract InputStream decompressing(InputStream from) throws IOException;

  /**
   * Compresses {@code bytes}.
   *
   * @param deflaters of this algorithm
   */
  byte[] compress(byte[] bytes, Deflaters deflaters) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 4 + 64);
    writeHeader(packed);
    Deflater deflater = deflaters.borrow();
    deflater.setInput(bytes);
    deflater.finish();
    byte[] buffer = new byte[Math.min(BUFFER, bytes.length + 64)];
    while (!deflater.finished()) {
      packed.write(buffer, 0, deflater.deflate(buffer));
    }
    deflaters.giveBack(deflater);
    writeTrailer(packed, bytes);
    return packed.toByteArray();
  }

  private static void writeLittleEndian(int value, ByteArrayOutputStream to) {
    for (int shift = 0; shift < 32; shift += 8) {
      to.write(value >> shift);
    }
  }

  /**
   * Decompresses data to exactly this size.
   *
   * @throws DHArchException if the data has another size or is damaged
   */
  byte[] decompress(byte[] packed, int size) {
    try (InputStream in = decompressing(new ByteArrayInputStream(packed))) {
      byte[] bytes = new byte[(int) Math.min(size, DEFLATE_MAX_RATIO * packed.length)];
      int read = in.readNBytes(bytes, 0, bytes.length);
      if (read < size || in.read() >= 0) {
        throw new DHArchException(
            "the content of Compressed must have size="
                + size
                + " bytes (got "
                + (read < size ? read : "more")
                + ")");
      }
      return bytes;
    } catch (IOException e) {
      throw new DHArchException("Compressed must be valid " + text + ": " + Reason.of(e), e);
    }
  }

  /**
   * Decompresses data of unknown size.
   *
   * @throws DHArchException if the result is larger than {@code max} bytes, or the data is damaged
   */
  byte[] decompressAtMost(byte[] packed, int max) {
    try (InputStream in = decompressing(new ByteArrayInputStream(packed))) {
      byte[] bytes = in.readNBytes(max);
      if (in.read() >= 0) {
        throw new DHArchException("unpacked it must have at most " + max + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw new DHArchException("it must be valid " + text + ": " + Reason.of(e), e);
    }
  }
}
