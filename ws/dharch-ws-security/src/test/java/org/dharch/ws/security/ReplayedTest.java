package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.ORDER;
import static org.dharch.ws.security.Secured.SOAP11;
import static org.dharch.ws.security.Secured.SOAP12;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.assertRefused;
import static org.dharch.ws.security.Secured.changed;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.map;
import static org.dharch.ws.security.Secured.out;
import static org.dharch.ws.security.Secured.users;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.dharch.api.DHHandler;
import org.dharch.testing.DomXml;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Messages that come again in another writing, which is as good as the first one's. */
final class ReplayedTest {
  private static final Instant NOW = Secured.now;

  /** The order of secp256r1. */
  private static final BigInteger ORDER_OF_CURVE =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  @AfterEach
  void clock() {
    Secured.now = NOW;
  }

  /** Base64 has many texts for the same bytes, and the digest is over the bytes. */
  @ParameterizedTest
  @CsvSource({
    "(<wsse:Nonce[^>]*>....), '$1 \n'",
    "==</wsse:Nonce>, </wsse:Nonce>",
    "==</wsse:Nonce>, ==!</wsse:Nonce>",
    "(<wsse:Nonce[^>]*>....), $1<!-- x -->",
    "(<wsse:Nonce[^>]*>)(.), $1&#9;$2",
  })
  void rejectsRespelledNonce(String what, String by) throws Exception {
    DHHandler handler = in(map("users", users()));
    byte[] message = after(out("Timestamp UsernameToken"), SOAP12.of(ORDER));
    after(handler, message);
    assertRefused("InvalidSecurity", handler, changed(message, what, by));
  }

  /** The last letter has bits that stand for nothing. */
  @Test
  void rejectsNonceWithOtherPadding() throws Exception {
    DHHandler handler = in(map("users", users()));
    byte[] message = after(out("Timestamp UsernameToken"), SOAP12.of(ORDER));
    after(handler, message);
    Document document = DomXml.parse(message);
    Element nonce = (Element) document.getElementsByTagNameNS(Names.WSSE, "Nonce").item(0);
    String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    String text = nonce.getTextContent();
    char other = letters.charAt(letters.indexOf(text.charAt(21)) ^ 1);
    nonce.setTextContent(text.substring(0, 21) + other + "==");
    assertRefused("InvalidSecurity", handler, DomXml.write(document));
  }

  /** Of a signature by elliptic curves there is a second that everybody can compute. */
  @Test
  void rejectsSecondCurveSignature() throws Exception {
    DHHandler handler = in();
    byte[] message =
        after(
            out("Timestamp Signature", "keyStore", TestKeys.keys("curve").toString()),
            SOAP11.of(ORDER));
    Document document = DomXml.parse(message);
    Element value = (Element) document.getElementsByTagNameNS(Names.DS, "SignatureValue").item(0);
    byte[] bytes = Base64.getMimeDecoder().decode(value.getTextContent());
    BigInteger s = new BigInteger(1, Arrays.copyOfRange(bytes, 32, 64));
    byte[] other = ORDER_OF_CURVE.subtract(s).toByteArray();
    for (int i = 1; i <= 32; i++) {
      bytes[64 - i] = i <= other.length ? other[other.length - i] : 0;
    }
    value.setTextContent(Base64.getEncoder().encodeToString(bytes));
    byte[] again = DomXml.write(document);
    after(in(), again); // it is as good as the first
    after(handler, message);
    assertRefused("InvalidSecurity", handler, again);
  }

  /** The Timestamp is not signed, and says that the message is nearly out of date. */
  @Test
  void ignoresForeignTime() throws Exception {
    DHHandler handler = in(map("users", users()));
    byte[] message = after(out("Timestamp UsernameToken"), SOAP11.of(ORDER));
    after(handler, withTimestamp(message, NOW.minusSeconds(299)));
    Secured.now = NOW.plus(Duration.ofMinutes(4));
    assertRefused("InvalidSecurity", handler, withTimestamp(message, Secured.now));
  }

  private static byte[] withTimestamp(byte[] message, Instant created) {
    return Utf8.bytes(
        Utf8.text(message)
            .replaceFirst(
                "(?s)(<wsu:Timestamp.*?<wsu:Created>).*?(</wsu:Created>)(.*?)</wsu:Timestamp>",
                "$1" + created + "$2</wsu:Timestamp>"));
  }
}
