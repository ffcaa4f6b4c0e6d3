package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.ORDER;
import static org.dharch.ws.security.Secured.SOAP11;
import static org.dharch.ws.security.Secured.SOAP12;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.assertRefused;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.map;
import static org.dharch.ws.security.Secured.message;
import static org.dharch.ws.security.Secured.out;
import static org.dharch.ws.security.Secured.users;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are not what is demanded, in other ways than by what is signed. */
final class HostileTest {
  private static final Instant NOW = Secured.now;
  private static final String SIGN = "Timestamp Signature";

  @AfterEach
  void clock() {
    Secured.now = NOW;
  }

  private static byte[] signed(String... parameters) throws Exception {
    return after(out(SIGN, parameters), SOAP11.of(ORDER));
  }

  /** Replaces text in a signed or encrypted message, where it must be. */
  private static byte[] changed(byte[] message, String what, String by) {
    String text = Utf8.text(message);
    String now = text.replaceFirst(what, by);
    assertTrue(!now.equals(text), () -> what + " is not in " + text);
    return Utf8.bytes(now);
  }

  @ParameterizedTest
  @CsvSource({
    "mallory, FailedCheck", // an authority of the same name that nobody trusts
    "old, FailedCheck",
    "short, InvalidSecurity",
  })
  void certificatesThatAreNotGood(String alias, String code) throws Exception {
    assertRefused(code, in(), signed("keyStore", TestKeys.keys(alias).toString()));
  }

  @Test
  void signersThatAreNotNamed() throws Exception {
    byte[] client = signed();
    assertRefused("FailedAuthentication", in("subject", "CN=Second,.*"), client);
    assertRefused("FailedAuthentication", in("issuer", "CN=Authority,O=Other"), client);
    after(in("subject", "CN=Client,O=.*", "issuer", "CN=Authority"), client);
    // trusted itself, and named by nobody
    String both = TestKeys.certificates("ca", "client").toString();
    assertRefused(
        "FailedAuthentication", in("subject", "CN=Second,.*", "trustStore", both), client);
  }

  @Test
  void timesThatAreNotNow() throws Exception {
    byte[] message = signed();
    Secured.now = NOW.plus(Duration.ofMinutes(5));
    assertRefused("MessageExpired", in(), message); // Expires
    Secured.now = NOW.minusSeconds(61);
    assertRefused("MessageExpired", in(), message);
    Secured.now = NOW.minusSeconds(60);
    after(in(), message);
    Secured.now = NOW;
    byte[] lasting = signed("timeToLive", "600m");
    Secured.now = NOW.plusSeconds(301);
    assertRefused("MessageExpired", in(), lasting);
    after(in("maxAge", "10m"), lasting);
    Secured.now = NOW;
    assertRefused("InvalidSecurity", in("requiredParts", "body"), untimed());
    after(in("requiredParts", "body", "timestamp", "optional"), untimed());
  }

  private static byte[] untimed() throws Exception {
    return after(out("Signature"), SOAP11.of(ORDER));
  }

  @Test
  void messagesThatComeAgain() throws Exception {
    DHHandler handler = in();
    byte[] message = signed();
    var first = message(message);
    handler.handle(first);
    assertEquals(
        handler.handle(first).properties(),
        in().handle(first).properties(),
        "the same message, performed again");
    assertRefused("InvalidSecurity", handler, message);
    // what has been refused for another reason is not remembered
    byte[] other = signed();
    assertRefused("FailedCheck", handler, changed(other, "a &amp; b", "c"));
    after(handler, other);
  }

  @Test
  void noncesThatComeAgain() throws Exception {
    DHHandler handler = in(map("users", users()));
    byte[] message = after(out("Timestamp UsernameToken"), SOAP12.of(ORDER));
    after(handler, message);
    assertRefused("InvalidSecurity", handler, message);
    assertRefused("InvalidSecurity", handler, changed(message, "a &amp; b", "another"));
    Secured.now = NOW.plusSeconds(400);
    assertRefused("MessageExpired", in(map("users", users())), message);
  }

  @Test
  void moreThanCanBeRemembered() throws Exception {
    DHHandler handler = in("maxReplays", "2");
    after(handler, signed());
    after(handler, signed());
    byte[] third = signed();
    assertThrows(ReplaysFullException.class, () -> handler.handle(message(third)));
    Secured.now = NOW.plusSeconds(400);
    after(handler, signed());
  }

  @Test
  void passwordsThatAreWrong() throws Exception {
    DHHandler handler = in(map("users", users()));
    String wrong = Secured.secret("wrong-password", "wonderland");
    assertRefused(
        "FailedAuthentication",
        handler,
        after(out("Timestamp UsernameToken", "userPassword", wrong), SOAP11.of(ORDER)));
    assertRefused(
        "FailedAuthentication",
        handler,
        after(out("Timestamp UsernameToken", "user", "bob"), SOAP11.of(ORDER)));
    byte[] good = after(out("Timestamp UsernameToken"), SOAP11.of(ORDER));
    assertRefused(
        "InvalidSecurityToken", handler, changed(good, "(?s)<wsse:Nonce.*</wsse:Nonce>", ""));
  }

  /** A key is derived from a password in as many steps as the sender says. */
  @Test
  void derivedKeys() throws Exception {
    byte[] good = after(out("Timestamp UsernameToken"), SOAP11.of(ORDER));
    String salt =
        "<x:Salt xmlns:x='%1$s'>AAAAAAAAAAAAAAAAAAAAAA==</x:Salt>"
            + "<x:Iteration xmlns:x='%1$s'>2147483647</x:Iteration>";
    assertRefused(
        "InvalidSecurity",
        in(map("users", users())),
        changed(good, "(?s)<wsse:Password.*</wsse:Password>", salt.formatted(Names.WSSE11)));
    assertRefused(
        "UnsupportedSecurityToken",
        in(),
        changed(
            signed(),
            "<wsu:Timestamp",
            "<c:DerivedKeyToken xmlns:c='http://docs.oasis-open.org/ws-sx/ws-secureconversation/"
                + "200512'/><wsu:Timestamp"));
  }

  @ParameterizedTest
  @CsvSource({
    "signatureAlgorithm, RSA-SHA1",
    "digestAlgorithm, SHA1",
    "encryptionAlgorithm, AES256-CBC",
    "keyAlgorithm, RSA-1.5",
  })
  void weakAlgorithmsOnlyIfTheyAreListed(String parameter, String weak) throws Exception {
    byte[] message = after(out("Timestamp Signature Encrypt", parameter, weak), SOAP12.of(ORDER));
    assertRefused("UnsupportedAlgorithm", in(), message);
    after(in("algorithms", "RSA-SHA256 SHA256 AES256-GCM RSA-OAEP-MGF1P " + weak), message);
  }

  /** What anybody has, the certificate, is taken for a secret. */
  @ParameterizedTest
  @ValueSource(strings = {"hmac-sha256", "hmac-sha512", "hmac-md5"})
  void aPublicKeyIsNoSecret(String algorithm) throws Exception {
    assertRefused(
        "UnsupportedAlgorithm",
        in(),
        changed(signed(), "xmldsig-more#rsa-sha256", "xmldsig-more#" + algorithm));
  }

  @ParameterizedTest
  @CsvSource({
    "URI=\"#id-, URI=\"http://127.0.0.1:1/#id-, InvalidSecurity",
    "URI=\"#id-, URI=\"file:/etc/passwd#id-, InvalidSecurity",
    "URI=\"#id-, URI=\"cid:id-, InvalidSecurity",
    "URI=\"#id-[^\"]*\", URI=\"\", InvalidSecurity",
    "URI=\"#id-[^\"]*\", '', InvalidSecurity",
    "URI=\"#id-[^\"]*\", URI=\"#xpointer(/)\", InvalidSecurity",
    "URI=\"#id-[^\"]*\", URI=\"#nowhere\", FailedCheck",
  })
  void referencesThatLeadElsewhere(String what, String by, String code) throws Exception {
    assertRefused(code, in(), changed(signed(), what, by));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://www.w3.org/TR/1999/REC-xslt-19991116",
        "http://www.w3.org/TR/1999/REC-xpath-19991116",
        "http://www.w3.org/2002/06/xmldsig-filter2",
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/2000/09/xmldsig#base64",
        "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
        "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
      })
  void transformsThatSayWhatIsSigned(String transform) throws Exception {
    byte[] message = signed();
    assertRefused(
        "UnsupportedAlgorithm",
        in(),
        changed(
            message,
            "(<ds:Transform Algorithm=\")http://www.w3.org/2001/10/xml-exc-c14n#",
            "$1" + transform));
    assertRefused(
        "InvalidSecurity",
        in(),
        changed(
            message,
            "<ds:Transforms>",
            "<ds:Transforms><ds:Transform Algorithm='" + transform + "'/>"));
  }

  @Test
  void twoTransformsThatAreEachAllowed() throws Exception {
    assertRefused(
        "InvalidSecurity",
        in(),
        changed(
            signed(),
            "<ds:Transforms>",
            "<ds:Transforms><ds:Transform Algorithm='" + Algorithms.EXCLUSIVE + "'/>"));
  }

  @Test
  void thousandsOfReferences() throws Exception {
    byte[] message = signed();
    String reference =
        Utf8.text(message).replaceFirst("(?s).*?(<ds:Reference .*?</ds:Reference>).*", "$1");
    long start = System.nanoTime();
    assertRefused(
        "InvalidSecurity",
        in(),
        changed(message, "<ds:Reference ", reference.repeat(20_000) + "<ds:Reference "));
    assertTrue(
        System.nanoTime() - start < Duration.ofSeconds(30).toNanos(),
        "it is looked at, not computed");
  }

  @Test
  void whatIsEncryptedToAnother() throws Exception {
    byte[] message =
        after(
            out(
                "Timestamp Signature Encrypt",
                "trustStore",
                TestKeys.certificates("client2").toString()),
            SOAP12.of(ORDER));
    assertRefused("FailedCheck", in(), message);
  }

  @Test
  void cipherTextThatIsChanged() throws Exception {
    byte[] message = after(out("Timestamp Signature Encrypt"), SOAP12.of(ORDER));
    assertRefused(
        "FailedCheck", in(), changed(message, "(?s)(.*<xenc:CipherValue>)....", "$1AAAA"));
    assertRefused(
        "FailedCheck", in(), changed(message, "<xenc:CipherValue>....", "<xenc:CipherValue>AAAA"));
  }

  @Test
  void cipherTextThatIsElsewhere() throws Exception {
    byte[] message = after(out("Timestamp Signature Encrypt"), SOAP12.of(ORDER));
    assertRefused(
        "InvalidSecurity",
        in(),
        changed(
            message,
            "(?s)<xenc:CipherValue>[^<]*</xenc:CipherValue>",
            "<xenc:CipherReference URI='http://127.0.0.1:1/'/>"));
  }

  @Test
  void whatIsNotEncryptedThatHasToBe() throws Exception {
    assertRefused("FailedCheck", in("requiredEncrypted", "body"), signed());
    byte[] message = after(out("Timestamp Signature Encrypt"), SOAP12.of(ORDER));
    after(in("requiredEncrypted", "body"), message);
    assertRefused("FailedCheck", in("requiredEncrypted", "body {urn:example:orders}key"), message);
    // beside what is encrypted stands something that is not
    byte[] unsigned = after(out("Timestamp Encrypt"), SOAP12.of(ORDER));
    assertRefused(
        "FailedCheck",
        in("requiredParts", "none", "requiredEncrypted", "body"),
        changed(
            unsigned, "</xenc:EncryptedData></s:Body>", "</xenc:EncryptedData><o:evil/></s:Body>"));
  }

  /** A document of text alone, and one that would be built of itself. */
  @Test
  void nestingAndEntities() throws Exception {
    String data = "<xenc:EncryptedData xmlns:xenc='" + Names.XENC + "'>";
    String deep = data.repeat(10_000) + "</xenc:EncryptedData>".repeat(10_000);
    assertThrows(
        MalformedMessageException.class,
        () -> in().handle(message(changed(signed(), "</o:order>", deep + "</o:order>"))));
    byte[] entities =
        Utf8.bytes(
            "<!DOCTYPE a [<!ENTITY e 'x'>]>" + Utf8.text(signed()).replace("a &amp;", "&e;"));
    assertThrows(MalformedMessageException.class, () -> in().handle(message(entities)));
  }

  @Test
  void tokensThatNobodyTakes() throws Exception {
    assertRefused(
        "UnsupportedSecurityToken",
        in(),
        changed(
            signed(),
            "<wsu:Timestamp",
            "<a:Assertion xmlns:a='urn:oasis:names:tc:SAML:2.0:assertion'/><wsu:Timestamp"));
    assertRefused(
        "UnsupportedSecurityToken",
        in(),
        changed(
            signed(),
            "ValueType=\"[^\"]*X509v3\"",
            "ValueType=\"http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLID\""));
    // a user, where none is set up
    assertRefused(
        "UnsupportedSecurityToken",
        in(),
        after(out("Timestamp UsernameToken Signature"), SOAP11.of(ORDER)));
    assertRefused("InvalidSecurity", in(), Utf8.bytes(SOAP11.of(ORDER)));
  }

  /** The response to a client is no request that could be answered. */
  @Test
  void aResponseThatIsWrongFails() throws Exception {
    var response = message(Utf8.bytes(SOAP11.of(ORDER)));
    var properties = response.properties().with("dharch.serverSide", false);
    String said =
        assertThrows(
                DHArchException.class,
                () ->
                    in().handle(
                            new HandlerMessage(
                                response.id(), 1, response.envelope(), properties, Set.of())))
            .getMessage();
    assertEquals(
        "InvalidSecurity: An error was discovered processing the <wsse:Security> header", said);
  }
}
