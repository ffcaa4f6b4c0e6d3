package org.dharch.samples;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM with a key that PBKDF2WithHmacSHA256 derives from a password: salt (16 bytes),
 * initialization vector (12), then the ciphertext with its tag (16). Thread-safe.
 */
final class PasswordCipher {
  private static final int SALT = 16;
  private static final int IV = 12;
  private static final int TAG = 16;
  private static final byte[] CONTEXT =
      SampleNames.NAMESPACE.concat("#secret").getBytes(StandardCharsets.UTF_8);

  private final char[] password;
  private final int iterations;

  PasswordCipher(String password, int iterations) {
    this.password = password.toCharArray();
    this.iterations = iterations;
  }

  byte[] encrypt(byte[] plain, SecureRandom random) throws GeneralSecurityException {
    byte[] out = new byte[SALT + IV + plain.length + TAG];
    byte[] head = new byte[SALT + IV];
    random.nextBytes(head);
    System.arraycopy(head, 0, out, 0, head.length);
    cipher(Cipher.ENCRYPT_MODE, head).doFinal(plain, 0, plain.length, out, head.length);
    return out;
  }

  /** Decrypts; throws for another password or modified data. */
  byte[] decrypt(byte[] encrypted) throws GeneralSecurityException {
    int head = SALT + IV;
    if (encrypted.length < head + TAG) {
      throw new GeneralSecurityException(
          "encrypted data must have at least "
              + (head + TAG)
              + " bytes (got "
              + encrypted.length
              + ")");
    }
    return cipher(Cipher.DECRYPT_MODE, encrypted).doFinal(encrypted, head, encrypted.length - head);
  }

  private Cipher cipher(int mode, byte[] head) throws GeneralSecurityException {
    PBEKeySpec spec = new PBEKeySpec(password, Arrays.copyOf(head, SALT), iterations, 256);
    byte[] key;
    try {
      key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } finally {
      spec.clearPassword();
    }
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG * 8, head, SALT, IV));
    cipher.updateAAD(CONTEXT);
    return cipher;
  }
}
