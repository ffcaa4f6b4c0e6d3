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
 * By what a message is known again, whatever its bytes are: by what can only be made anew with the
 * secret. Not by texts that mean the same in another writing, as base64 with blanks in it, nor by a
 * signature's value: of one by elliptic curves, {@code (r, s)}, everybody can make another that is
 * as good, {@code (r, n-s)}. Stateless.
 */
final class OnceOnly {
  private OnceOnly() {}

  /** What was signed, in its canonical form, and by which key. */
  static String signature(Element signedInfo, PublicKey signer) {
    MessageDigest digest = sha256();
    digest.update(signer.getEncoded());
    digest.update(NodeBytes.canonical(signedInfo));
    return "s " + text(digest);
  }

  /** The bytes of the nonce, as they went into the password's digest. */
  static String nonce(UsernameToken token) {
    MessageDigest digest = sha256();
    digest.update(token.getName().getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0); // which no name has
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
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
