package org.dharch.cmanager.frame;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import org.dharch.cmanager.options.KeyRing;

/**
 * Signs frames: any client can read them, and only a node's key can make them. After the header
 * follows the {@link FrameCipher}'s stamp, and after the items a tag of 16 octets: the tag of
 * AES-GCM, which is faster to compute than an HMAC (docs/adr). The payload is copied once at each
 * end; the cipher's output goes into a buffer of the thread.
 */
final class SignedFrames implements FrameGuard {
  private static final int BUFFER = 16 << 10;

  /** Receives the encrypted items, which are discarded; only the tag is used. */
  private static final ThreadLocal<byte[]> DISCARDED =
      ThreadLocal.withInitial(() -> new byte[BUFFER + 2 * FrameCipher.TAG]);

  private final FrameCipher ciphers;

  SignedFrames(KeyRing keys, String purpose) {
    this.ciphers = new FrameCipher(keys, purpose);
  }

  @Override
  public boolean encrypts() {
    return false;
  }

  @Override
  public FrameBytes write(FrameHeader header, List<Outbox.OutgoingItem> items) {
    FrameBytes frame = new FrameBytes(FrameGuard.size(header, items));
    write(header, items, frame::put);
    return frame;
  }

  @Override
  public void write(FrameHeader header, List<Outbox.OutgoingItem> items, FrameItems.Sink out) {
    Cipher cipher = ciphers.begin(header.bytes(), header.node(), out);
    FrameItems.write(
        items,
        bytes -> {
          out.put(bytes);
          pass(cipher, bytes, 0, bytes.length);
        });
    out.put(tag(cipher));
  }

  @Override
  public List<Frame.Item> open(ByteBuffer in, FrameHeader header) {
    int length = in.remaining() - FrameCipher.STAMP - FrameCipher.TAG;
    if (length < 0) {
      throw new ForgedFrameException("a " + header.shown() + " must have a signature");
    }
    byte[] stamp = new byte[FrameCipher.STAMP];
    in.get(stamp);
    ByteBuffer items = in.slice(in.position(), length);
    byte[] seal = new byte[FrameCipher.TAG];
    in.position(in.position() + length).get(seal);
    ciphers.read(
        Cipher.ENCRYPT_MODE,
        header,
        stamp,
        cipher -> {
          pass(cipher, items.array(), items.arrayOffset(), length);
          byte[] tag = tag(cipher);
          if (!MessageDigest.isEqual(tag, seal)) {
            throw OtherGuardException.signature(header);
          }
          return tag;
        });
    return FrameItems.read(items);
  }

  private static void pass(Cipher cipher, byte[] bytes, int from, int length) {
    byte[] rest = DISCARDED.get();
    try {
      for (int at = 0; at < length; at += BUFFER) {
        cipher.update(bytes, from + at, Math.min(BUFFER, length - at), rest, 0);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding failed to authenticate", e);
    }
  }

  private static byte[] tag(Cipher cipher) {
    byte[] rest = DISCARDED.get();
    try {
      int end = cipher.doFinal(rest, 0);
      return Arrays.copyOfRange(rest, end - FrameCipher.TAG, end);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding failed to create a tag", e);
    }
  }
}
