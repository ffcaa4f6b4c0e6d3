package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.ORDER;
import static org.dharch.ws.security.Secured.SOAP12;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.assertRefused;
import static org.dharch.ws.security.Secured.changed;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.out;
import static org.dharch.ws.security.Secured.signed;

import java.util.regex.Matcher;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What strangers encrypt: everybody has the public key, and it is read before it is verified. */
final class CipherTextTest {
  /** Past the limit of an envelope, and past what a thread's stack has room for. */
  @ParameterizedTest
  @ValueSource(ints = {600, 5_000, 200_000})
  void rejectsDeepNesting(int depth) throws Exception {
    byte[] message = after(out("Timestamp Encrypt"), SOAP12.of(ORDER));
    String deep = "<o:a>".repeat(depth) + "</o:a>".repeat(depth);
    SecurityInHandler handler = in("requiredParts", "none", "requiredEncrypted", "body");
    after(handler, CipherTexts.with("<o:a/>", message));
    assertRefused("FailedCheck", handler, CipherTexts.with(deep, message));
  }

  /** Whether what was decrypted is XML is what nobody may find out who does not know the key. */
  @ParameterizedTest
  @ValueSource(strings = {"<o:a/>", "<o:a>", "text", "\u0001"})
  void malleableCipherRevealsNothing(String plain) throws Exception {
    byte[] message = after(out("Encrypt", "encryptionAlgorithm", "AES256-CBC"), SOAP12.of(ORDER));
    SecurityInHandler handler = in("algorithms", "RSA-SHA256 SHA256 AES256-CBC RSA-OAEP-MGF1P");
    assertRefused("FailedCheck", handler, CipherTexts.with(plain, message));
  }

  /** What is decrypted within a token is looked at as all that came in the clear was. */
  @Test
  void rejectsContentWithinToken() throws Exception {
    String text = Utf8.text(after(out("Timestamp Signature Encrypt"), SOAP12.of(ORDER)));
    String data =
        text.replaceFirst("(?s).*(<xenc:EncryptedData .*</xenc:EncryptedData>).*", "$1")
            .replaceFirst("Id=\"[^\"]*\"", "Id=\"inner\"");
    String within =
        text.replaceFirst(
                "(?s)<wsse:SecurityTokenReference[^>]*><wsse:Reference [^>]*X509v3.*?</ds:KeyInfo>",
                Matcher.quoteReplacement(data + "</ds:KeyInfo>"))
            .replaceFirst("(<xenc:DataReference URI=\"#)[^\"]*", "$1inner")
            .replaceFirst("(?s)(<s:Body[^>]*>).*</s:Body>", "$1<o:order/></s:Body>");
    String key = within.replaceFirst("(?s).*?(<xenc:EncryptedKey.*?</xenc:EncryptedKey>).*", "$1");
    SecurityInHandler handler = in();
    String reference =
        "<wsse:SecurityTokenReference><ds:X509Data xmlns:ds='%s'><ds:X509IssuerSerial>"
            + "<ds:X509IssuerName>CN=A</ds:X509IssuerName><ds:X509SerialNumber>%s"
            + "</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>"
            + "</wsse:SecurityTokenReference>";
    assertRefused(
        "InvalidSecurity",
        handler,
        inner(reference.formatted(Names.DS, "9".repeat(5_000)), within, key));
    assertRefused("FailedCheck", handler, inner(reference.formatted(Names.DS, "9"), within, key));
  }

  /** The first cipher texts of all are the key's and the one within the token. */
  private static byte[] inner(String plain, String message, String key) throws Exception {
    int start = message.indexOf(key);
    int end = message.indexOf("</xenc:EncryptedData>", start);
    String part = message.substring(start, end);
    return Utf8.bytes(
        message.substring(0, start)
            + Utf8.text(CipherTexts.with(plain, Utf8.bytes(part)))
            + message.substring(end));
  }

  /** A number of so many digits takes a quarter of a minute to read. */
  @Test
  void rejectsLongSerialNumber() throws Exception {
    byte[] message = signed("keyReference", "issuer");
    assertRefused(
        "InvalidSecurity",
        in(),
        changed(message, "(<ds:X509SerialNumber>)[^<]*", "$1" + "9".repeat(1_000_000)));
  }
}
