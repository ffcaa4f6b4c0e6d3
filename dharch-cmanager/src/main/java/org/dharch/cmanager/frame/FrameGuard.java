package org.dharch.cmanager.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.MalformedMessageException;

/**
 * Protects the part of a frame after its header, by signing or encryption. Both ends must use the
 * same. Safe for any thread.
 */
public interface FrameGuard {

  /**
   * Creates the protection for one end's keys.
   *
   * @param encrypt whether to encrypt, otherwise only to sign
   */
  static FrameGuard of(KeyRing keys, boolean encrypt) {
    return of(keys, encrypt, "");
  }

  /**
   * Creates the protection of one connection; its frames are invalid on any other.
   *
   * @param connection the unique name of the connection; empty for the broker's
   */
  static FrameGuard of(KeyRing keys, boolean encrypt, String connection) {
    return encrypt
        ? new EncryptedFrames(keys, "encrypt" + connection)
        : new SignedFrames(keys, "seal" + connection);
  }

  boolean encrypts();

  FrameBytes write(FrameHeader header, List<Outbox.OutgoingItem> items);

  /**
   * Writes the same to {@code out} in pieces, without collecting the whole frame where possible.
   */
  default void write(FrameHeader header, List<Outbox.OutgoingItem> items, FrameItems.Sink out) {
    FrameBytes frame = write(header, items);
    out.put(Arrays.copyOf(frame.array(), frame.length()));
  }

  /** Returns the number of bytes of the frame. */
  static long size(FrameHeader header, List<Outbox.OutgoingItem> items) {
    return FrameCipher.size(header.bytes(), items);
  }

  /**
   * Reads the items of the frame that starts with {@code header}.
   *
   * @param in everything after the header, in an array; not modified
   * @throws ForgedFrameException if the signature is invalid; nothing else was read
   * @throws MalformedMessageException if it has a valid signature but is no frame
   */
  List<Frame.Item> open(ByteBuffer in, FrameHeader header);
}
