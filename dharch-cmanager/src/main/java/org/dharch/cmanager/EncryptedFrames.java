package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.util.ByteSequence;

/**
 * Frames that nobody but both ends can read or make. Behind the header, which stays in clear, stand
 * the {@link FrameCipher}'s stamp and the items, encrypted, with their tag of 16 octets behind
 * them. The payload is copied once where it is written and twice where it is read, as nothing of it
 * may be seen before the tag has held.
 */
final class EncryptedFrames implements FrameGuard {
  /** A thread keeps two buffers of so many bytes, a whole frame of several items. */
  private static final int KEPT = 2 * Frame.MAX_BYTES;

  private static final ThreadLocal<byte[][]> BUFFERS =
      ThreadLocal.withInitial(() -> new byte[2][KEPT]);

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
      throw new IllegalStateException("AES/GCM/NoPadding gives no tag", e);
    }
    return frame;
  }

  private static void encrypt(Cipher cipher, byte[] bytes, FrameBytes frame) {
    try {
      frame.wrote(cipher.update(bytes, 0, bytes.length, frame.array(), frame.length()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding takes no bytes", e);
    }
  }

  @Override
  public List<Frame.Item> open(BytesMessage message, FrameHeader header) throws JMSException {
    long left = message.getBodyLength() - header.bytes().length - FrameCipher.STAMP;
    if (left < FrameCipher.TAG) {
      throw new ForgedFrameException("a " + header.shown() + " without a tag");
    }
    int length = Math.toIntExact(left);
    byte[] stamp = new byte[FrameCipher.STAMP];
    message.readBytes(stamp);
    byte[][] buffers = length <= KEPT ? BUFFERS.get() : new byte[2][length];
    message.readBytes(buffers[0], length);
    int items =
        ciphers.read(
            Cipher.DECRYPT_MODE, header, stamp, cipher -> decrypt(cipher, header, buffers, length));
    ActiveMQBytesMessage clear = new ActiveMQBytesMessage();
    clear.setContent(new ByteSequence(buffers[1], 0, items));
    clear.setReadOnlyBody(true);
    return FrameItems.read(clear, items);
  }

  private static int decrypt(Cipher cipher, FrameHeader header, byte[][] buffers, int length) {
    try {
      return cipher.doFinal(buffers[0], 0, length, buffers[1], 0);
    } catch (AEADBadTagException e) {
      throw new ForgedFrameException("the tag of a " + header.shown() + " is not the system's");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding decrypts nothing", e);
    }
  }
}
