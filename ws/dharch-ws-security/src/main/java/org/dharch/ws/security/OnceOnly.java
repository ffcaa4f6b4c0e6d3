package org.dharch.ws.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Base64;
import org.apache.wss4j.dom.message.token.UsernameToken;
import org.apache.xml.security.utils.XMLUtils;
import org.w3c.dom.Element;

/**
 * Derives replay keys from content that only the owner of the secret can produce. They do not
 * depend on equivalent spellings or on signature values, because anyone can derive a second valid
 * elliptic curve signature {@code (r, n-s)} from {@code (r, s)}.
 */
final class OnceOnly {
  private OnceOnly() {}

  /** The key consists of the signed content in canonical form and the signer's key. */
  static String signature(Element signedInfo, PublicKey signer) {
    MessageDigest digest = sha256();
    digest.update(signer.getEncoded());
    digest.update(NodeBytes.canonical(signedInfo));
    return "s " + text(digest);
  }

  /** The key consists of the user's name and the nonce's bytes. */
  static String nonce(UsernameToken token) {
    MessageDigest digest = sha256();
    digest.update(token.getName().getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0); // not in a name
    digest.update(XMLUtils.decode(token.getNonce()));
    return "n " + text(digest);
  }

  private static String text(MessageDigest digest) {
    return Base64.getEncoder().encodeToString(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK supports it
    }
  }
}
