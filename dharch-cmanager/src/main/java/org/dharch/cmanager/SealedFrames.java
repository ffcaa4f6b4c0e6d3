package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;

/**
 * Frames that anybody may read and only a node's key makes: behind the items stand 32 octets, the
 * HMAC-SHA-256 of all before. The payload is copied once at each end; that the seal is looked at,
 * the frame passes through a buffer that a thread keeps.
 */
record SealedFrames(KeyRing keys) implements FrameGuard {
  private static final int BUFFER = 8192;
  private static final ThreadLocal<byte[]> BUFFERS =
      ThreadLocal.withInitial(() -> new byte[BUFFER]);

  @Override
  public boolean encrypts() {
    return false;
  }

  @Override
  public void write(BytesMessage message, FrameHeader header, List<Outbox.OutgoingItem> items)
      throws JMSException {
    Mac mac = FrameGuard.key(header, keys).mac();
    FrameItems.Sink both =
        bytes -> {
          message.writeBytes(bytes);
          mac.update(bytes);
        };
    both.put(header.bytes());
    FrameItems.write(items, both);
    message.writeBytes(mac.doFinal());
  }

  @Override
  public List<Frame.Item> open(BytesMessage message, FrameHeader header) throws JMSException {
    FrameKey key = FrameGuard.key(header, keys);
    message.reset();
    if (!MessageDigest.isEqual(code(message, key.mac()), seal(message))) {
      throw new ForgedFrameException("the seal on a " + header.shown() + " is not the system's");
    }
    message.reset();
    FrameHeader.read(message);
    return FrameItems.read(
        message, message.getBodyLength() - header.bytes().length - FrameKey.BYTES);
  }

  /** The code of all but the seal. */
  private static byte[] code(BytesMessage bytes, Mac mac) throws JMSException {
    byte[] buffer = BUFFERS.get();
    long left = bytes.getBodyLength() - FrameKey.BYTES;
    while (left > 0) {
      int read = bytes.readBytes(buffer, (int) Math.min(left, BUFFER));
      if (read <= 0) {
        throw new ForgedFrameException("a frame that ends before its length");
      }
      mac.update(buffer, 0, read);
      left -= read;
    }
    return mac.doFinal();
  }

  private static byte[] seal(BytesMessage bytes) throws JMSException {
    byte[] seal = new byte[FrameKey.BYTES];
    if (bytes.getBodyLength() < FrameKey.BYTES || bytes.readBytes(seal) != FrameKey.BYTES) {
      throw new ForgedFrameException("a frame without a seal");
    }
    return seal;
  }
}
