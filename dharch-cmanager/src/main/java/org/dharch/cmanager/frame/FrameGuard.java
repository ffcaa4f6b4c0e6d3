package org.dharch.cmanager.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.MalformedMessageException;

/**
 * Protects the part of a frame after its header: written by one end and opened by the other, which
 * must use the same kind of protection. Safe for any thread.
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
   * The same for the frames of one connection; they are invalid on any other connection.
   *
   * @param connection the unique name of the connection; empty for the broker's
   */
  static FrameGuard of(KeyRing keys, boolean encrypt, String connection) {
    return encrypt
        ? new EncryptedFrames(keys, "encrypt" + connection)
        : new SealedFrames(keys, "seal" + connection);
  }

  /** Whether its frames are encrypted. */
  boolean encrypts();

  /** Writes {@code header} and the protected items. */
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
   * Reads the items of the frame that starts with {@code header}.
   *
   * @param in everything after the header, in an array; not modified
   * @throws ForgedFrameException if the signature is invalid; nothing else was read
   * @throws MalformedMessageException if it has a valid signature but is no frame
   */
  List<Frame.Item> open(ByteBuffer in, FrameHeader header);
}
