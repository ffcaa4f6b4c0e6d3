package org.dharch.core.message.envelope;

import static org.dharch.core.message.envelope.MessageParts.element;
import static org.dharch.core.message.envelope.MessageParts.ref;
import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;
import java.util.Set;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.DomXml;
import org.dharch.testing.XmlSignatures;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A signature over a part of the body outlives what happens around that part. */
class SignedPartTest {
  private static KeyPair keys;

  private static final String DOCUMENT =
      "<?xml version='1.0'?>\n<s:Envelope xmlns:s='"
          + EnvelopeScanner.SOAP12
          + "' xmlns:b='urn:b'\n   xmlns:xsd='urn:xsd' xmlns:xsi='urn:xsi' xmlns:unused='urn:u'>"
          + "<!-- before --><s:Header><h:one xmlns:h='urn:h'>1</h:one> <h:two xmlns:h='urn:h'/>"
          + "</s:Header>\n<s:Body> <b:order Id='signed' b:k=\"&lt;&#10;'\" xsi:type='xsd:int'>"
          + "<!-- inside --><b:text><![CDATA[<&]]>&amp; Gr\u00fc\u00dfe \u65e5\u672c \ud83d\ude00"
          + "</b:text><q xmlns='urn:q' />\r\n</b:order><b:note>a</b:note></s:Body></s:Envelope>";

  @ParameterizedTest
  @ValueSource(
      strings = {
        CanonicalizationMethod.INCLUSIVE,
        CanonicalizationMethod.INCLUSIVE_WITH_COMMENTS,
        CanonicalizationMethod.EXCLUSIVE,
        CanonicalizationMethod.EXCLUSIVE_WITH_COMMENTS
      })
  void signatureVerifiesAfterUnrelatedChanges(String c14n) throws Exception {
    byte[] envelope = Merge.apply(bytes(DOCUMENT), signatureHeader(keys, c14n), Limits.DEFAULT);
    assertTrue(verifies(envelope, keys), "the signature is good to begin with");

    Changes one =
        Changes.builder()
            .addHeader(bytes("<n:new xmlns:n='urn:n' xmlns:b='urn:not-b'>\u00e4</n:new>"))
            .removeHeader(ref("two", 0))
            .build();
    Changes two =
        Changes.builder()
            .replace(new Part.Header(ref("one", 0)), bytes("<one xmlns='urn:h'>changed</one>"))
            .replace(element("note"), bytes("<b:note k='v'>b</b:note>"))
            .build();
    assertTrue(verifies(Merge.apply(envelope, one, Limits.DEFAULT), keys));
    assertTrue(verifies(Merge.apply(envelope, two, Limits.DEFAULT), keys));
    byte[] both = Merge.applyAll(envelope, List.of(one, two), Limits.DEFAULT);
    assertTrue(verifies(both, keys));

    Changes touched =
        Changes.builder().replace(element("order", "text"), bytes("<b:text/>")).build();
    assertFalse(verifies(Merge.apply(both, touched, Limits.DEFAULT), keys), "the test can fail");
  }

  @Test
  void signatureVerifiesAfterAHandlerRewroteTheEnvelope() throws Exception {
    byte[] envelope =
        Merge.apply(
            bytes(DOCUMENT),
            signatureHeader(keys, CanonicalizationMethod.INCLUSIVE_WITH_COMMENTS),
            Limits.DEFAULT);
    Document document = DomXml.parse(envelope);
    Element note = (Element) document.getElementsByTagNameNS("urn:b", "note").item(0);
    note.setTextContent("from a DOM");
    Changes changes = EnvelopeDiff.between(envelope, DomXml.write(document), Limits.DEFAULT);
    assertTrue(changes.replaced().keySet().equals(java.util.Set.of(element("note"))));
    assertTrue(verifies(Merge.apply(envelope, changes, Limits.DEFAULT), keys));
  }

  /** Returns the result of a handler that signs the order after this change of the document. */
  private static byte[] signedAfter(KeyPair keys, String c14n, String from, String to)
      throws Exception {
    byte[] changed = bytes(DOCUMENT.replace(from, to));
    return Merge.apply(changed, signatureHeader(changed, keys, c14n), Limits.DEFAULT);
  }

  /** Fault E5: the declaration was lost, and the signature with it, without an error. */
  @ParameterizedTest
  @ValueSource(strings = {CanonicalizationMethod.INCLUSIVE, CanonicalizationMethod.EXCLUSIVE})
  void declarationsOfASigningHandlerAreCarried(String c14n) throws Exception {
    for (String tag : List.of("<s:Envelope", "<s:Header", "<s:Body")) {
      byte[] after = signedAfter(keys, c14n, tag, tag + " xmlns:wsu='urn:wsu'");
      assertTrue(verifies(after, keys));
      Changes changes = EnvelopeDiff.between(bytes(DOCUMENT), after, Limits.DEFAULT);
      assertTrue(verifies(Merge.apply(bytes(DOCUMENT), changes, Limits.DEFAULT), keys), tag);
    }
  }

  /** Fault E5: in what is signed, prefixes and declarations inside count too. */
  @Test
  void notationOfASigningHandlerIsCarried() throws Exception {
    String c14n = CanonicalizationMethod.INCLUSIVE;
    for (String to : List.of("<b:order xmlns:z='urn:z'", "<b:order xmlns:xsd='urn:other'")) {
      byte[] after = signedAfter(keys, c14n, "<b:order", to);
      Changes changes = EnvelopeDiff.between(bytes(DOCUMENT), after, Limits.DEFAULT);
      assertTrue(verifies(Merge.apply(bytes(DOCUMENT), changes, Limits.DEFAULT), keys), to);
    }
    byte[] after = signedAfter(keys, c14n, "<q xmlns='urn:q' />", "<p:q xmlns:p='urn:q'/>");
    Changes changes = EnvelopeDiff.between(bytes(DOCUMENT), after, Limits.DEFAULT);
    assertTrue(verifies(Merge.apply(bytes(DOCUMENT), changes, Limits.DEFAULT), keys));
  }

  /** Fault E5: what cannot be carried is refused, where a signature is over it. */
  @Test
  void declarationsDroppedByASigningHandlerAreRejected() throws Exception {
    String drops = " xmlns:unused='urn:u'";
    byte[] inclusive = signedAfter(keys, CanonicalizationMethod.INCLUSIVE, drops, "");
    String output =
        assertThrows(
                MalformedMessageException.class,
                () -> EnvelopeDiff.between(bytes(DOCUMENT), inclusive, Limits.DEFAULT))
            .getMessage();
    assertTrue(output.contains("xmlns:unused=\"urn:u\" is no longer in scope"), output);
    byte[] exclusive = signedAfter(keys, CanonicalizationMethod.EXCLUSIVE, drops, "");
    Changes changes = EnvelopeDiff.between(bytes(DOCUMENT), exclusive, Limits.DEFAULT);
    assertTrue(verifies(Merge.apply(bytes(DOCUMENT), changes, Limits.DEFAULT), keys));
    Changes unsigned =
        EnvelopeDiff.between(bytes(DOCUMENT), bytes(DOCUMENT.replace(drops, "")), Limits.DEFAULT);
    assertTrue(unsigned.isEmpty(), "who does not sign may write it otherwise");
  }

  /** Fault E5: mustUnderstand='0' broke what another was yet to verify. */
  @Test
  void signedBlockIsUnchangedUntilItsSignatureIsProcessed() {
    String soap = EnvelopeScanner.SOAP11;
    String envelope =
        "<s:Envelope xmlns:s='%s'><s:Header><w:To xmlns:w='urn:w' s:mustUnderstand='1' w:Id='to'/>"
                .formatted(soap)
            + "<w:Security xmlns:w='urn:w'><d:Signature"
            + " xmlns:d='http://www.w3.org/2000/09/xmldsig#'><d:Reference"
            + " URI='#to'/></d:Signature></w:Security></s:Header><s:Body/></s:Envelope>";
    HeaderRef to = new HeaderRef(new QName("urn:w", "To"), 0);
    HeaderRef security = new HeaderRef(new QName("urn:w", "Security"), 0);
    byte[] bytes = bytes(envelope);
    assertSame(bytes, Envelopes.understood(bytes, Set.of(to), Limits.DEFAULT));
    String understood = text(Envelopes.understood(bytes, Set.of(to, security), Limits.DEFAULT));
    assertTrue(understood.contains("s:mustUnderstand='0'"), understood);
  }

  @BeforeAll
  static void generateKeys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    keys = generator.generateKeyPair();
  }

  private static Changes signatureHeader(KeyPair keys, String c14n) throws Exception {
    return signatureHeader(bytes(DOCUMENT), keys, c14n);
  }

  private static Changes signatureHeader(byte[] envelope, KeyPair keys, String c14n)
      throws Exception {
    Document document = document(envelope);
    Element header =
        (Element) document.getElementsByTagNameNS(EnvelopeScanner.SOAP12, "Header").item(0);
    XmlSignatures.sign(
        keys.getPrivate(),
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        "signed",
        c14n,
        header);
    return Changes.builder().addHeader(DomXml.write(header.getLastChild())).build();
  }

  /** The envelope, with the order's id known as one. */
  private static Document document(byte[] envelope) {
    Document document = DomXml.parse(envelope);
    Element order = (Element) document.getElementsByTagNameNS("urn:b", "order").item(0);
    order.setIdAttributeNS(null, "Id", true);
    return document;
  }

  private static boolean verifies(byte[] envelope, KeyPair keys) throws Exception {
    return XmlSignatures.verifies(document(envelope), keys.getPublic());
  }
}
