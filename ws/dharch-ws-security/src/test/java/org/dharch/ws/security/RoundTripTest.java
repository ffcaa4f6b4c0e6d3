package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.ORDER;
import static org.dharch.ws.security.Secured.SOAP11;
import static org.dharch.ws.security.Secured.SOAP12;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.map;
import static org.dharch.ws.security.Secured.message;
import static org.dharch.ws.security.Secured.out;
import static org.dharch.ws.security.Secured.users;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.envelope.Merge;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes out secured comes in as it was, and what is said of it is so. */
final class RoundTripTest {
  private static final String CLIENT = "CN=Client,O=Example";
  private static final String BLOCKS = "<o:trace>7</o:trace><o:key a='1'>8</o:key>";

  private static EnvelopeText soap(String version) {
    return version.equals("1.1") ? SOAP11 : SOAP12;
  }

  @ParameterizedTest
  @CsvSource({
    "1.1, Timestamp Signature, body timestamp",
    "1.2, Timestamp Signature, body timestamp",
    "1.1, Timestamp Signature Encrypt, body timestamp",
    "1.2, Timestamp Encrypt Signature, body timestamp",
    "1.2, UsernameToken Timestamp Signature Encrypt, body timestamp",
  })
  void bodyIsUnchanged(String version, String actions, String signed) throws Exception {
    String envelope = soap(version).of(BLOCKS, ORDER);
    byte[] secured = after(out(actions), envelope);
    assertEquals(!actions.contains("Encrypt"), Utf8.text(secured).contains("<o:order>"));
    assertTrue(Utf8.text(secured).contains(BLOCKS), "header blocks stay as they are");
    SecurityInHandler handler = actions.contains("Username") ? in("users", users()) : in();
    Changes changes = handler.handle(message(secured));
    assertEquals(CLIENT, changes.properties().get(SecurityInHandler.PRINCIPAL));
    assertEquals(signed, changes.properties().get(SecurityInHandler.SIGNED));
    assertEquals(Secured.now.toString(), changes.properties().get(SecurityInHandler.AT));
    String received = Utf8.text(Merge.apply(secured, changes, Limits.DEFAULT));
    assertFalse(received.contains("Security"), received);
    assertTrue(received.contains(BLOCKS), received);
    // encrypted, white space at a line's end is what XML says it is, and quotes are others
    String body = EnvelopeText.body(received.replaceAll("(:Body)[^>]*>", "$1>"));
    assertEquals(
        actions.contains("Encrypt") ? ORDER.replace('\'', '"').replace("\r\n", "\n") : ORDER, body);
  }

  @Test
  void userOnly() throws Exception {
    SecurityInHandler handler = in(map("users", users()));
    for (String version : new String[] {"1.1", "1.2"}) {
      byte[] secured = after(out("Timestamp UsernameToken"), soap(version).of(ORDER));
      assertFalse(Utf8.text(secured).contains("wonder land"));
      Changes changes = handler.handle(message(secured));
      assertEquals("alice", changes.properties().get(SecurityInHandler.PRINCIPAL));
      assertEquals("", changes.properties().get(SecurityInHandler.SIGNED));
    }
  }

  @Test
  void signedUserIsPrincipal() throws Exception {
    byte[] secured =
        after(
            out("Timestamp UsernameToken Signature", "signParts", "body timestamp username"),
            SOAP12.of(ORDER));
    Changes changes = in("users", users()).handle(message(secured));
    assertEquals("alice", changes.properties().get(SecurityInHandler.PRINCIPAL));
    assertEquals("body timestamp username", changes.properties().get(SecurityInHandler.SIGNED));
  }

  @Test
  void acceptsTextPasswordOnlyIfConfigured() throws Exception {
    byte[] text = after(out("Timestamp UsernameToken", "passwords", "text"), SOAP11.of(ORDER));
    assertTrue(Utf8.text(text).contains("wonder land"));
    Secured.assertRefused("FailedAuthentication", in(map("users", users())), text);
    Changes changes = in(map("users", users(), "passwords", "text")).handle(message(text));
    assertEquals("alice", changes.properties().get(SecurityInHandler.PRINCIPAL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1", "1.2"})
  void signsAndEncryptsHeaderBlocks(String version) throws Exception {
    byte[] secured =
        after(
            out(
                "Timestamp Signature Encrypt",
                "signParts",
                "body timestamp {urn:example:orders}trace {urn:example:orders}absent",
                "encryptParts",
                "body {urn:example:orders}key"),
            soap(version).of(BLOCKS, ORDER));
    assertFalse(Utf8.text(secured).contains("o:key"), Utf8.text(secured));
    Changes changes =
        in(
                "requiredParts",
                "body timestamp {urn:example:orders}trace",
                "requiredEncrypted",
                "body {urn:example:orders}key")
            .handle(message(secured));
    assertEquals(
        "body timestamp {urn:example:orders}trace",
        changes.properties().get(SecurityInHandler.SIGNED));
    String received = Utf8.text(Merge.apply(secured, changes, Limits.DEFAULT));
    assertTrue(received.contains("<o:key a=\"1\">8</o:key>"), received);
    assertFalse(received.contains("Encrypted"), received);
  }

  @ParameterizedTest
  @CsvSource({
    "keyReference, issuer",
    "keyReference, ski",
    "keyReference, thumbprint",
    "recipientReference, direct",
    "recipientReference, thumbprint",
    "signatureAlgorithm, RSA-SHA512",
    "digestAlgorithm, SHA512",
    "encryptionAlgorithm, AES128-GCM",
    "keyAlgorithm, RSA-OAEP",
  })
  void supportsReferencesAndAlgorithms(String parameter, String value) throws Exception {
    byte[] secured = after(out("Timestamp Signature Encrypt", parameter, value), SOAP12.of(ORDER));
    SecurityInHandler handler = in("trustStore", TestKeys.certificates("ca", "client").toString());
    assertTrue(Utf8.text(after(handler, secured)).contains("<o:order>"));
  }

  @Test
  void ellipticCurves() throws Exception {
    byte[] secured =
        after(
            out("Timestamp Signature", "keyStore", TestKeys.keys("curve").toString()),
            SOAP11.of(ORDER));
    assertTrue(Utf8.text(secured).contains("ecdsa-sha256"));
    assertEquals(
        "CN=Curve,O=Example",
        in().handle(message(secured)).properties().get(SecurityInHandler.PRINCIPAL));
  }

  /** Whatever prefixes mean around: what is signed is what is spliced. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<s:Envelope xmlns:s='SOAP'><s:Body><a xmlns=''/></s:Body></s:Envelope>",
        "<Envelope xmlns='SOAP'><Body/></Envelope>",
        "<Envelope xmlns='SOAP'><Header/><Body a='1&#10;2&lt;' xmlns:z='urn:z' z:b='\"'>t</Body>"
            + "</Envelope>",
        "<s:Envelope xmlns:s='SOAP' xmlns:wsu='urn:mine'><s:Body wsu:Id='x'><wsu:a/></s:Body>"
            + "</s:Envelope>",
        "<s:Envelope xmlns:s='SOAP' xmlns:u='WSU' xmlns:xsi='urn:i'><s:Header xmlns:h='urn:h'>"
            + "<h:a xsi:type='h:t'/></s:Header><s:Body u:Id='there'><b xsi:type='u:x'/>"
            + "<!-- c --><![CDATA[<]]></s:Body></s:Envelope>",
        "<ds:Envelope xmlns:ds='SOAP' xmlns:wsse='urn:no'><ds:Body><wsse:Security/></ds:Body>"
            + "</ds:Envelope>",
      })
  void supportsAnyPrefixes(String envelope) throws Exception {
    for (String soap : new String[] {EnvelopeText.NS11, EnvelopeText.NS12}) {
      byte[] bytes = Utf8.bytes(envelope.replace("SOAP", soap).replace("WSU", Names.WSU));
      for (String actions : new String[] {"Timestamp Signature", "Timestamp Signature Encrypt"}) {
        byte[] secured = after(out(actions, "signParts", "body timestamp {urn:h}a"), bytes);
        Changes changes = in().handle(message(secured));
        assertTrue(
            changes.properties().get(SecurityInHandler.SIGNED).toString().contains("body"),
            Utf8.text(secured));
        Merge.apply(secured, changes, Limits.DEFAULT);
      }
    }
  }

  @Test
  void keptBlockIsProcessed() throws Exception {
    byte[] secured = after(out("Timestamp Signature"), SOAP12.of(BLOCKS, ORDER));
    Changes changes = in("keep", "true").handle(message(secured));
    assertEquals(Set.of(new HeaderRef(Names.SECURITY, 0)), changes.processed());
    assertFalse(changes.touchesEnvelope());
  }

  @Test
  void actorHasOwnBlock() throws Exception {
    byte[] first = after(out("Timestamp Signature", "actor", "urn:a"), SOAP12.of(ORDER));
    byte[] both = after(out("Timestamp Signature"), first);
    Changes changes = in().handle(message(both));
    assertEquals(Set.of(new HeaderRef(Names.SECURITY, 1)), changes.removedHeaders());
    byte[] left = Merge.apply(both, changes, Limits.DEFAULT);
    assertEquals(
        Set.of(new HeaderRef(Names.SECURITY, 0)),
        in("actor", "urn:a").handle(message(left)).removedHeaders());
  }

  /** Only what is said to be changed is: parts, none of them whole envelopes. */
  @Test
  void changesOnlyParts() throws Exception {
    Changes changes =
        out("Timestamp Signature").handle(message(Utf8.bytes(SOAP12.of(BLOCKS, ORDER))));
    assertEquals(1, changes.addedHeaders().size());
    assertEquals(Set.of(Part.attributes(Part.Owner.BODY)), changes.replaced().keySet());
    assertEquals(Map.of(), changes.properties());
  }
}
