package org.dharch.axis2.envelope;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.context.MessageContext;

/**
 * Records the bytes that a parser reads, so that {@link #claim} returns the original bytes of the
 * message without parsing it. The claim reads the rest and keeps it for the parser. If the parser
 * reads more than {@code bound} bytes before the claim, the recording is dropped. Used by one
 * thread, the parser's.
 */
final class RecordingInputStream extends InputStream {
  /** Larger than the read-ahead of parsers (4 to 8 KB) and than nearly all headers. */
  static final int BOUND = 64 << 10;

  private static final String PROPERTY = "org.dharch.axis2.recording";
  private static final byte[] NOTHING = new byte[0];
  private static final byte[] FORGOTTEN = new byte[0];

  private final InputStream source;
  private final int bound;
  private byte[] kept = NOTHING;
  private int count;
  private int replayed;
  private boolean claimed;

  /** The tree parsed from this stream; null while it is being built. */
  private OMElement envelope;

  RecordingInputStream(InputStream source, int bound) {
    this.source = source;
    this.bound = bound;
  }

  /** Builds a tree on a recording stream. */
  interface TreeBuilder<X extends Exception> {
    OMElement build(InputStream in) throws X;
  }

  /** Thrown when a message has more bytes than the limit. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException(int limit) {
      super("the message must have at most " + limit + " bytes");
    }
  }

  /** Lets {@code builder} parse {@code in} and stores the recording in {@code context}. */
  static <X extends Exception> OMElement record(
      InputStream in, MessageContext context, TreeBuilder<X> builder) throws X {
    if (in == null) {
      return builder.build(in);
    }
    RecordingInputStream recording = new RecordingInputStream(in, BOUND);
    recording.envelope = builder.build(recording);
    context.setProperty(PROPERTY, recording);
    return recording.envelope;
  }

  /** The recording of {@code context}'s message, if its tree is still the one parsed from it. */
  static Optional<RecordingInputStream> of(MessageContext context) {
    return context.getLocalProperty(PROPERTY) instanceof RecordingInputStream recording
            && recording.envelope == context.getEnvelope()
        ? Optional.of(recording)
        : Optional.empty();
  }

  /**
   * The original bytes of the whole message; empty if the recording was dropped.
   *
   * @throws TooLargeException if it has more than {@code limit} bytes
   */
  Optional<byte[]> claim(int limit) throws IOException {
    if (kept == FORGOTTEN) {
      return Optional.empty();
    }
    if (!claimed) {
      int next = source.read();
      byte[] rest = next < 0 ? NOTHING : source.readNBytes(Math.max(0, limit - count));
      long length = count + (next < 0 ? 0L : 1L + rest.length);
      if (length > limit) {
        throw new TooLargeException(limit);
      }
      replayed = count;
      kept = Arrays.copyOf(kept, (int) length);
      if (next >= 0) {
        kept[count] = (byte) next;
        System.arraycopy(rest, 0, kept, count + 1, rest.length);
      }
      count = kept.length;
      claimed = true;
    }
    return Optional.of(kept);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (claimed) {
      int n = Math.min(length, count - replayed);
      System.arraycopy(kept, replayed, target, offset, n);
      replayed += n;
      return n == 0 ? -1 : n;
    }
    int n = source.read(target, offset, length);
    if (n > 0 && kept != FORGOTTEN) {
      keep(target, offset, n);
    }
    return n;
  }

  private void keep(byte[] bytes, int offset, int length) {
    if (length > bound - count) {
      kept = FORGOTTEN;
      count = 0;
      return;
    }
    if (count + length > kept.length) {
      kept = Arrays.copyOf(kept, Math.min(bound, Math.max(2 * kept.length, count + length)));
    }
    System.arraycopy(bytes, offset, kept, count, length);
    count += length;
  }

  @Override
  public int available() throws IOException {
    return claimed ? count - replayed : source.available();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
