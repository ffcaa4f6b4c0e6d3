package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;

/**
 * Frames that anybody may read and only a node's key makes. Behind the header stands the {@link
 * FrameCipher}'s stamp, and behind the items the seal of 16 octets: the tag that they would have if
 * they were encrypted, which is quicker than any code of a digest (docs/adr). The payload is copied
 * once at each end; that the seal is made and looked at, the items pass through a buffer that a
 * thread keeps.
 */
final class SealedFrames implements FrameGuard {
  private static final int BUFFER = 16 << 10;

  /** What is read, and what comes of that, which nobody needs but for its tag. */
  private static final ThreadLocal<byte[][]> BUFFERS =
      ThreadLocal.withInitial(() -> new byte[2][BUFFER + 2 * FrameCipher.TAG]);

  private final FrameCipher ciphers;

  SealedFrames(KeyRing keys) {
    this(keys, "seal");
  }

  /**
   * @param purpose a word, which its keys are for
   */
  SealedFrames(KeyRing keys, String purpose) {
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
          pass(cipher, bytes, bytes.length);
        });
    out.put(tag(cipher));
  }

  @Override
  public List<Frame.Item> open(BytesMessage message, FrameHeader header) throws JMSException {
    int before = header.bytes().length + FrameCipher.STAMP;
    long items = message.getBodyLength() - before - FrameCipher.TAG;
    if (items < 0) {
      throw new ForgedFrameException("a " + header.shown() + " without a seal");
    }
    byte[] stamp = read(message, FrameCipher.STAMP);
    ciphers.read(
        Cipher.ENCRYPT_MODE,
        header,
        stamp,
        cipher -> {
          byte[] tag = tag(cipher, message, items);
          if (!MessageDigest.isEqual(tag, read(message, FrameCipher.TAG))) {
            throw new ForgedFrameException(
                "the seal on a " + header.shown() + " is not the system's");
          }
          return tag;
        });
    message.reset();
    read(message, before);
    return FrameItems.read(message, items);
  }

  private static byte[] read(BytesMessage message, int length) throws JMSException {
    byte[] bytes = new byte[length];
    message.readBytes(bytes);
    return bytes;
  }

  /** The tag of the next {@code length} bytes. */
  private static byte[] tag(Cipher cipher, BytesMessage bytes, long length) throws JMSException {
    byte[] buffer = BUFFERS.get()[0];
    for (long left = length; left > 0; ) {
      int read = bytes.readBytes(buffer, (int) Math.min(left, BUFFER));
      if (read <= 0) {
        throw new ForgedFrameException("a frame that ends before its length");
      }
      pass(cipher, buffer, read);
      left -= read;
    }
    return tag(cipher);
  }

  private static void pass(Cipher cipher, byte[] bytes, int length) {
    byte[] rest = BUFFERS.get()[1];
    try {
      for (int at = 0; at < length; at += BUFFER) {
        cipher.update(bytes, at, Math.min(BUFFER, length - at), rest, 0);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding takes no bytes", e);
    }
  }

  private static byte[] tag(Cipher cipher) {
    byte[] rest = BUFFERS.get()[1];
    try {
      int end = cipher.doFinal(rest, 0);
      return Arrays.copyOfRange(rest, end - FrameCipher.TAG, end);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding gives no tag", e);
    }
  }
}
