package org.dharch.ws.security;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.dharch.testing.Utf8;

/** What everybody can encrypt to the server who has its certificate: any bytes at all. */
final class CipherTexts {
  private CipherTexts() {}

  /**
   * A message whose body was encrypted, by AES and RSA-OAEP, with another text in its place.
   *
   * @param plain what is to come out
   */
  static byte[] with(String plain, byte[] message) throws GeneralSecurityException {
    boolean gcm = Utf8.text(message).contains("-gcm");
    SecureRandom random = new SecureRandom();
    byte[] key = new byte[32];
    byte[] start = new byte[gcm ? 12 : 16];
    random.nextBytes(key);
    random.nextBytes(start);
    Cipher content = Cipher.getInstance(gcm ? "AES/GCM/NoPadding" : "AES/CBC/PKCS5Padding");
    content.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(key, "AES"),
        gcm ? new GCMParameterSpec(128, start) : new IvParameterSpec(start));
    Cipher wrap = Cipher.getInstance("RSA/ECB/OAEPWithSHA1AndMGF1Padding");
    wrap.init(Cipher.ENCRYPT_MODE, TestKeys.certificate("server"));
    byte[] text = content.doFinal(Utf8.bytes(plain));
    byte[] all = new byte[start.length + text.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(text, 0, all, start.length, text.length);
    String value = "(?s)(<xenc:CipherValue>)[^<]*";
    String changed = Utf8.text(message).replaceFirst(value, "$1" + base64(wrap.doFinal(key)));
    int last = changed.lastIndexOf("<xenc:CipherValue>");
    return Utf8.bytes(
        changed.substring(0, last)
            + changed.substring(last).replaceFirst(value, "$1" + base64(all)));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
