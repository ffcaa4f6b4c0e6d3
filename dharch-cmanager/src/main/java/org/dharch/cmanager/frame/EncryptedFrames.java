package org.dharch.cmanager.frame;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import org.dharch.cmanager.options.KeyRing;

/**
 * Encrypts frames, so that only the two ends can read or make them. After the header, in clear,
 * follow the {@link FrameCipher}'s stamp, the encrypted items, and their tag of 16 octets. The
 * payload is copied once when written. When read, it is decrypted into a buffer first, because no
 * plaintext may be used before the tag is verified.
 */
final class EncryptedFrames implements FrameGuard {
  /** The size of a thread's buffer: a whole frame of several items. */
  private static final int KEPT = 2 * Frame.MAX_BYTES;

  private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[KEPT]);

  private final FrameCipher ciphers;

  EncryptedFrames(KeyRing keys, String purpose) {
    this.ciphers = new FrameCipher(keys, purpose);
  }

  @Override
  public boolean encrypts() {
    return true;
  }

  @Override
  public FrameBytes write(FrameHeader header, List<Outbox.OutgoingItem> items) {
    byte[] begin = header.bytes();
    FrameBytes frame = new FrameBytes(FrameCipher.size(begin, items));
    Cipher cipher = ciphers.begin(begin, header.node(), frame::put);
    FrameItems.write(items, bytes -> encrypt(cipher, bytes, frame));
    try {
      frame.wrote(cipher.doFinal(frame.array(), frame.length()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding failed to create a tag", e);
    }
    return frame;
  }

  private static void encrypt(Cipher cipher, byte[] bytes, FrameBytes frame) {
    try {
      frame.wrote(cipher.update(bytes, 0, bytes.length, frame.array(), frame.length()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding failed to encrypt", e);
    }
  }

  @Override
  public List<Frame.Item> open(ByteBuffer in, FrameHeader header) {
    int length = in.remaining() - FrameCipher.STAMP;
    if (length < FrameCipher.TAG) {
      throw new ForgedFrameException("a " + header.shown() + " must have an authentication tag");
    }
    byte[] stamp = new byte[FrameCipher.STAMP];
    in.get(stamp);
    byte[] clear = length <= KEPT ? BUFFER.get() : new byte[length];
    int items =
        ciphers.read(
            Cipher.DECRYPT_MODE, header, stamp, cipher -> decrypt(cipher, header, in, clear));
    return FrameItems.read(ByteBuffer.wrap(clear, 0, items));
  }

  private static int decrypt(Cipher cipher, FrameHeader header, ByteBuffer in, byte[] clear) {
    try {
      int from = in.arrayOffset() + in.position();
      return cipher.doFinal(in.array(), from, in.remaining(), clear, 0);
    } catch (AEADBadTagException e) {
      throw OtherGuardException.signature(header);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding failed to decrypt", e);
    }
  }
}
