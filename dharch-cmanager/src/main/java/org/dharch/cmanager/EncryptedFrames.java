package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.util.ByteSequence;
import org.dharch.core.LatestUsed;

/**
 * Frames that nobody but both ends can read or make. Behind the header, which stays in clear:
 *
 * <pre>
 *  salt    16 octets, drawn when the end that writes was made
 *  number  8 bytes: how many frames that end has written, from 1
 *  items   as in any frame, under AES-256-GCM; behind them its tag of 16 octets
 * </pre>
 *
 * The key follows from the node's and the salt, the nonce is the number, and the header is under
 * the tag too. No two ends draw the same salt, and none counts a number twice: so no nonce is ever
 * used twice with a key, whoever shares the node's, and however long both ends live.
 */
final class EncryptedFrames implements FrameGuard {
  private static final int SALT = 16;
  private static final int CLEAR = SALT + Long.BYTES;
  private static final int TAG = 16;
  private static final int NONCE = 12;
  private static final int KNOWN = 1024; // derived again if there are more
  private static final ThreadLocal<Cipher> CIPHERS =
      ThreadLocal.withInitial(EncryptedFrames::create);

  private final KeyRing keys;
  private final byte[] salt = new byte[SALT];
  private final AtomicLong written = new AtomicLong();
  private final Map<Use, SecretKeySpec> known = new LatestUsed<>(KNOWN);

  /** What one key is for. */
  private record Use(String node, String salt) {}

  EncryptedFrames(KeyRing keys) {
    this.keys = keys;
    new SecureRandom().nextBytes(salt);
  }

  private static Cipher create() {
    try {
      return Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES/GCM/NoPadding", e);
    }
  }

  @Override
  public boolean encrypts() {
    return true;
  }

  @Override
  public void write(BytesMessage message, FrameHeader header, List<Outbox.OutgoingItem> items)
      throws JMSException {
    byte[] begin = header.bytes();
    ByteBuffer out = ByteBuffer.allocate(CLEAR + FrameItems.length(items) + TAG);
    long number = written.incrementAndGet();
    out.put(salt).putLong(number);
    try {
      Cipher cipher = CIPHERS.get();
      Use use = new Use(header.node(), HexFormat.of().formatHex(salt));
      cipher.init(Cipher.ENCRYPT_MODE, keep(use, key(use, header)), nonce(number));
      cipher.updateAAD(begin);
      FrameItems.write(items, bytes -> encrypt(cipher, bytes, out));
      cipher.doFinal(ByteBuffer.allocate(0), out);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a frame cannot be encrypted", e);
    }
    message.writeBytes(begin);
    message.writeBytes(out.array());
  }

  private static void encrypt(Cipher cipher, byte[] bytes, ByteBuffer out) {
    try {
      cipher.update(ByteBuffer.wrap(bytes), out);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a frame cannot be encrypted", e);
    }
  }

  @Override
  public List<Frame.Item> open(BytesMessage message, FrameHeader header) throws JMSException {
    byte[] begin = header.bytes();
    long length = message.getBodyLength() - begin.length;
    if (length < CLEAR + TAG) {
      throw new ForgedFrameException("a " + header.shown() + " that ends before its tag");
    }
    byte[] body = new byte[Math.toIntExact(length)];
    message.readBytes(body);
    byte[] items = decrypt(header, begin, body);
    ActiveMQBytesMessage clear = new ActiveMQBytesMessage();
    clear.setContent(new ByteSequence(items));
    clear.setReadOnlyBody(true);
    return FrameItems.read(clear, items.length);
  }

  private byte[] decrypt(FrameHeader header, byte[] begin, byte[] body) {
    Use use = new Use(header.node(), HexFormat.of().formatHex(body, 0, SALT));
    SecretKeySpec key = key(use, header);
    try {
      Cipher cipher = CIPHERS.get();
      cipher.init(Cipher.DECRYPT_MODE, key, nonce(ByteBuffer.wrap(body).getLong(SALT)));
      cipher.updateAAD(begin);
      byte[] items = cipher.doFinal(body, CLEAR, body.length - CLEAR);
      keep(use, key);
      return items;
    } catch (AEADBadTagException e) {
      throw new ForgedFrameException("the tag of a " + header.shown() + " is not the system's");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a frame cannot be decrypted", e);
    }
  }

  private SecretKeySpec key(Use use, FrameHeader header) {
    synchronized (known) {
      Optional<SecretKeySpec> kept = Optional.ofNullable(known.get(use));
      if (kept.isPresent()) {
        return kept.get();
      }
    }
    FrameKey own = FrameGuard.key(header, keys).derive("encrypt:" + use.salt());
    return new SecretKeySpec(own.bytes(), "AES");
  }

  /** Only what somebody with the key has used takes room: a stranger may draw many salts. */
  private SecretKeySpec keep(Use use, SecretKeySpec key) {
    synchronized (known) {
      known.put(use, key);
    }
    return key;
  }

  private static GCMParameterSpec nonce(long number) {
    byte[] bytes = new byte[NONCE];
    ByteBuffer.wrap(bytes).putLong(NONCE - Long.BYTES, number);
    return new GCMParameterSpec(TAG * Byte.SIZE, bytes);
  }
}
