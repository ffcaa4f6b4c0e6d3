package org.dharch.handlers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Reason;

/** How a body is compressed. */
enum Compression {
  /** RFC 1952. */
  GZIP("gzip") {
    @Override
    OutputStream packing(OutputStream to, Deflater deflater) throws IOException {
      return new LevelledGzip(to, deflater);
    }

    @Override
    InputStream unpacking(InputStream from) throws IOException {
      return new GZIPInputStream(from);
    }
  },

  /** RFC 1950, which HTTP calls so too. */
  DEFLATE("deflate") {
    @Override
    OutputStream packing(OutputStream to, Deflater deflater) {
      return new DeflaterOutputStream(to, deflater);
    }

    @Override
    InputStream unpacking(InputStream from) {
      return new InflaterInputStream(from);
    }
  };

  /** By their names in messages and parameters. */
  static final Map<String, Compression> BY_NAME = Map.of("gzip", GZIP, "deflate", DEFLATE);

  private final String text;

  Compression(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  abstract OutputStream packing(OutputStream to, Deflater deflater) throws IOException;

  abstract InputStream unpacking(InputStream from) throws IOException;

  /** A level is one of {@link Deflater}: 1 is fast, 9 is small. */
  byte[] pack(byte[] bytes, int level) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 4 + 64);
    Deflater deflater = new Deflater(level, this == GZIP);
    try (OutputStream out = packing(packed, deflater)) {
      out.write(bytes);
    } finally {
      deflater.end();
    }
    return packed.toByteArray();
  }

  /**
   * What was packed, which has this size; no more than that is ever held.
   *
   * @throws DHArchException if it has another, or is damaged
   */
  byte[] unpack(byte[] packed, int size) {
    try (InputStream in = unpacking(new ByteArrayInputStream(packed))) {
      byte[] bytes = in.readNBytes(size);
      if (bytes.length < size || in.read() >= 0) {
        throw new DHArchException(
            "what is in Compressed has "
                + (bytes.length < size ? bytes.length : "more")
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
   * What was packed, of which it is not said how large it is.
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

  /** Java's own has no level. */
  private static final class LevelledGzip extends GZIPOutputStream {
    LevelledGzip(OutputStream to, Deflater deflater) throws IOException {
      super(to);
      def.end();
      def = deflater;
    }
  }
}
