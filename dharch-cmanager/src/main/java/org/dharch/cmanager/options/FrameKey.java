package org.dharch.cmanager.options;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key of {@value #BYTES} bytes, from which others are derived by HMAC-SHA-256; never printed.
 * Safe for any thread.
 */
public final class FrameKey {
  /** The length of the digest. */
  public static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final ThreadLocal<Mac> MACS = ThreadLocal.withInitial(FrameKey::create);

  private final SecretKeySpec key;

  public FrameKey(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a key must have " + BYTES + " bytes (got " + bytes.length + ")");
    }
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  private static Mac create() {
    try {
      return Mac.getInstance(ALGORITHM);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(ALGORITHM + " is not available", e);
    }
  }

  /** This thread's Mac, initialized with this key; finish it before the next call. */
  private Mac mac() {
    Mac mac = MACS.get();
    try {
      mac.init(key);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("rejected a key of " + BYTES + " bytes", e);
    }
    return mac;
  }

  /** Returns the HMAC of {@code text}. */
  public byte[] code(String text) {
    return mac().doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Derives another key, which reveals nothing about this one; always the same for a {@code label}.
   */
  public FrameKey derive(String label) {
    return new FrameKey(code(label));
  }

  public byte[] bytes() {
    return key.getEncoded();
  }

  @Override
  public String toString() {
    return "FrameKey";
  }
}
