package org.dharch.cmanager.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.MalformedMessageException;

/**
 * How frames are kept from strangers: all that stands behind a frame's header, written by the one
 * end and opened by the other, which has to be of the same kind. Safe for any thread.
 */
public interface FrameGuard {

  /**
   * What the keys of one end vouch for.
   *
   * @param encrypt whether nobody else may read it, either
   */
  static FrameGuard of(KeyRing keys, boolean encrypt) {
    return of(keys, encrypt, "");
  }

  /**
   * The same for frames of one connection, which no other's guard vouches for.
   *
   * @param connection what no other is called; empty for the broker's
   */
  static FrameGuard of(KeyRing keys, boolean encrypt, String connection) {
    return encrypt
        ? new EncryptedFrames(keys, "encrypt" + connection)
        : new SealedFrames(keys, "seal" + connection);
  }

  /** Whether nobody but both ends can read what is in its frames. */
  boolean encrypts();

  /** {@code header}, and all that stands behind it. */
  FrameBytes write(FrameHeader header, List<Outbox.OutgoingItem> items);

  /** Puts the same into {@code out}, in pieces, without making one of it where it can. */
  default void write(FrameHeader header, List<Outbox.OutgoingItem> items, FrameItems.Sink out) {
    FrameBytes frame = write(header, items);
    out.put(Arrays.copyOf(frame.array(), frame.length()));
  }

  /** How many bytes that is. */
  static long size(FrameHeader header, List<Outbox.OutgoingItem> items) {
    return FrameCipher.size(header.bytes(), items);
  }

  /**
   * What is in the frame that begins with {@code header}, of which nothing else was read.
   *
   * @param in all that stands behind the header, in an array; it is only read
   * @throws ForgedFrameException if nothing vouches for it; then nothing more was made of it
   * @throws MalformedMessageException if that is no frame although somebody with the key made it
   */
  List<Frame.Item> open(ByteBuffer in, FrameHeader header);
}
