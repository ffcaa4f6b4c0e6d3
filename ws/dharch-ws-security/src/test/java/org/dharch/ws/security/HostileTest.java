package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.ORDER;
import static org.dharch.ws.security.Secured.SOAP11;
import static org.dharch.ws.security.Secured.SOAP12;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.assertRefused;
import static org.dharch.ws.security.Secured.changed;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.message;
import static org.dharch.ws.security.Secured.out;
import static org.dharch.ws.security.Secured.signed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.dharch.api.HandlerMessage;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that bring what nobody takes, or lead to elsewhere. */
final class HostileTest {
  @ParameterizedTest
  @CsvSource({
    "signatureAlgorithm, RSA-SHA1",
    "digestAlgorithm, SHA1",
    "encryptionAlgorithm, AES256-CBC",
    "keyAlgorithm, RSA-1.5",
  })
  void rejectsUnlistedWeakAlgorithms(String parameter, String weak) throws Exception {
    byte[] message = after(out("Timestamp Signature Encrypt", parameter, weak), SOAP12.of(ORDER));
    assertRefused("UnsupportedAlgorithm", in(), message);
    after(in("algorithms", "RSA-SHA256 SHA256 AES256-GCM RSA-OAEP-MGF1P " + weak), message);
  }

  /** What anybody has, the certificate, is taken for a secret. */
  @ParameterizedTest
  @ValueSource(strings = {"hmac-sha256", "hmac-sha512", "hmac-md5"})
  void rejectsPublicKeyAsSecret(String algorithm) throws Exception {
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
  void rejectsExternalReferences(String what, String by, String code) throws Exception {
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
  void rejectsSelectingTransforms(String transform) throws Exception {
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

  /** By which a reference is over the token that what it leads to refers to, and not over that. */
  @Test
  void rejectsTokenTransform() throws Exception {
    assertRefused(
        "FailedCheck",
        in(),
        changed(
            signed(),
            "(?s)<ds:Transform Algorithm=\"[^\"]*\">.*?</ds:Transform>",
            "<ds:Transform Algorithm='"
                + Algorithms.STR_TRANSFORM
                + "'><w:TransformationParameters xmlns:w='"
                + Names.WSSE
                + "'><ds:CanonicalizationMethod Algorithm='"
                + Algorithms.EXCLUSIVE
                + "'/></w:TransformationParameters></ds:Transform>"));
  }

  @Test
  void rejectsTwoTransforms() throws Exception {
    assertRefused(
        "InvalidSecurity",
        in(),
        changed(
            signed(),
            "<ds:Transforms>",
            "<ds:Transforms><ds:Transform Algorithm='" + Algorithms.EXCLUSIVE + "'/>"));
  }

  /** They are counted before one is computed. */
  @Test
  void rejectsManyReferences() throws Exception {
    byte[] message = signed();
    String reference =
        Utf8.text(message).replaceFirst("(?s).*?(<ds:Reference .*?</ds:Reference>).*", "$1");
    assertRefused(
        "InvalidSecurity",
        in(),
        changed(message, "<ds:Reference ", reference.repeat(20_000) + "<ds:Reference "));
  }

  @Test
  void rejectsContentForOtherRecipient() throws Exception {
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
  void rejectsModifiedCipherText() throws Exception {
    byte[] message = after(out("Timestamp Signature Encrypt"), SOAP12.of(ORDER));
    assertRefused(
        "FailedCheck", in(), changed(message, "(?s)(.*<xenc:CipherValue>)....", "$1AAAA"));
    assertRefused(
        "FailedCheck", in(), changed(message, "<xenc:CipherValue>....", "<xenc:CipherValue>AAAA"));
  }

  @Test
  void rejectsExternalCipherText() throws Exception {
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
  void requiresEncryption() throws Exception {
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
  void rejectsUnsupportedTokens() throws Exception {
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
  void invalidResponseFails() throws Exception {
    var response = message(Utf8.bytes(SOAP11.of(ORDER)));
    var properties = response.properties().with("dharch.serverSide", false);
    String output =
        assertThrows(
                DHArchException.class,
                () ->
                    in().handle(
                            HandlerMessage.of(
                                response.id(), 1, response.envelope(), properties, Set.of())))
            .getMessage();
    assertEquals(
        "InvalidSecurity: An error was discovered processing the <wsse:Security> header", output);
  }
}
