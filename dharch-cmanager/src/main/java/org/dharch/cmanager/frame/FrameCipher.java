package org.dharch.cmanager.frame;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.dharch.cmanager.options.FrameKey;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.LatestUsed;

/**
 * Encrypts one end's frames by AES-256-GCM. Each frame has a stamp of {@value #STAMP} octets:
 *
 * <pre>
 *  salt    16 octets, random, drawn when the writing end was created
 *  number  8 bytes: the number of frames that this end has written, from 1
 * </pre>
 *
 * <p>The key is derived from the node's key, the purpose and the salt. The nonce is the number. The
 * tag also covers the frame's header. No two ends draw the same salt, and none uses a number twice:
 * so no nonce is ever used twice with a key, even if several ends share the node's key. Safe for
 * any thread.
 */
final class FrameCipher {
  static final int STAMP = 24;
  static final int TAG = 16;

  private static final int SALT = 16;
  private static final int NONCE = 12;
  private static final int KNOWN = 1024;
  private static final byte[] NO_STAMPS = {-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

  /** One cipher to write with and one to read with, because a cipher caches its key schedule. */
  private static final ThreadLocal<Cipher> WRITING = ThreadLocal.withInitial(FrameCipher::create);

  private static final ThreadLocal<Cipher> READING = ThreadLocal.withInitial(FrameCipher::create);

  private final KeyRing keys;
  private final String purpose;
  private final byte[] salt = new byte[SALT];
  private final AtomicLong written = new AtomicLong();
  private final Map<Use, SecretKeySpec> known = new LatestUsed<>(KNOWN);

  /** The latest key; on a link it never changes. */
  private volatile CachedKey lastWritten = new CachedKey(new Use("", 0, 0), Optional.empty());

  private volatile CachedKey lastRead = lastWritten;

  /** The purpose of a derived key, with the salt as two numbers. */
  private record Use(String node, long salt, long more) {}

  private record CachedKey(Use use, Optional<SecretKeySpec> key) {}

  /** Creates one with derived keys for {@code purpose}. */
  FrameCipher(KeyRing keys, String purpose) {
    this.keys = keys;
    this.purpose = purpose;
    new SecureRandom().nextBytes(salt);
  }

  /** Returns the length of a frame with this header: stamp, items and tag included. */
  static long size(byte[] header, List<Outbox.OutgoingItem> items) {
    return header.length + STAMP + FrameItems.size(items) + TAG;
  }

  private static Cipher create() {
    try {
      return Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding is not available", e);
    }
  }

  /**
   * Starts the next frame of this end: writes header and stamp.
   *
   * @param node the node whose key signs it
   * @return this thread's cipher for the rest of the frame; finish it before the thread requests
   *     another
   */
  Cipher begin(byte[] header, String node, FrameItems.Sink out) {
    byte[] stamp = ByteBuffer.allocate(STAMP).put(salt).putLong(written.incrementAndGet()).array();
    Use use = use(node, stamp);
    SecretKeySpec key = key(use, lastWritten);
    lastWritten = keep(use, key, lastWritten);
    out.put(header);
    out.put(stamp);
    return init(WRITING.get(), Cipher.ENCRYPT_MODE, key, header, stamp);
  }

  /** Reads a frame with this thread's cipher and verifies its tag. */
  interface Check<T> {
    T check(Cipher cipher);
  }

  /**
   * Runs {@code check} with the cipher for this stamp. The derived key is cached only if that
   * succeeds, so only if the tag is valid: an unauthenticated client may draw many salts.
   *
   * @param mode {@link Cipher#ENCRYPT_MODE} or {@link Cipher#DECRYPT_MODE}
   * @throws ForgedFrameException if {@code check} throws it, or there is no key of the node that
   *     {@code header} names
   */
  <T> T read(int mode, FrameHeader header, byte[] stamp, Check<T> check) {
    Use use = use(header.node(), stamp);
    SecretKeySpec key = key(use, lastRead);
    T checked = check.check(init(READING.get(), mode, key, header.bytes(), stamp));
    lastRead = keep(use, key, lastRead);
    return checked;
  }

  private static Cipher init(
      Cipher cipher, int mode, SecretKeySpec key, byte[] header, byte[] stamp) {
    byte[] nonce = new byte[NONCE];
    System.arraycopy(stamp, SALT, nonce, NONCE - Long.BYTES, Long.BYTES);
    try {
      init(cipher, mode, key, nonce);
      cipher.updateAAD(header);
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/GCM/NoPadding rejected its key or nonce", e);
    }
  }

  /**
   * The cipher refuses the same nonce twice in a row. Verifying a repeated frame needs exactly
   * that: so it is initialized with an unused nonce in between.
   */
  private static void init(Cipher cipher, int mode, SecretKeySpec key, byte[] nonce)
      throws GeneralSecurityException {
    GCMParameterSpec spec = new GCMParameterSpec(TAG * Byte.SIZE, nonce);
    try {
      cipher.init(mode, key, spec);
    } catch (InvalidAlgorithmParameterException again) {
      cipher.init(mode, key, new GCMParameterSpec(TAG * Byte.SIZE, NO_STAMPS));
      cipher.init(mode, key, spec);
    }
  }

  private static Use use(String node, byte[] stamp) {
    ByteBuffer bytes = ByteBuffer.wrap(stamp);
    return new Use(node, bytes.getLong(), bytes.getLong());
  }

  private SecretKeySpec key(Use use, CachedKey last) {
    if (last.use.equals(use) && last.key.isPresent()) {
      return last.key.get();
    }
    synchronized (known) {
      SecretKeySpec cached = known.get(use);
      return cached == null ? derive(use) : cached;
    }
  }

  private CachedKey keep(Use use, SecretKeySpec key, CachedKey last) {
    if (last.use.equals(use)) {
      return last;
    }
    synchronized (known) {
      known.putIfAbsent(use, key);
    }
    return new CachedKey(use, Optional.of(key));
  }

  private SecretKeySpec derive(Use use) {
    FrameKey own =
        keys.node(use.node())
            .orElseThrow(
                () ->
                    new ForgedFrameException("no key for the frame of node '" + use.node() + "'"));
    String label = String.format("%s:%016x%016x", purpose, use.salt(), use.more());
    return new SecretKeySpec(own.derive(label).bytes(), "AES");
  }
}
