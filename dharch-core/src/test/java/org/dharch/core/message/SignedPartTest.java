package org.dharch.core.message;

import static org.dharch.core.message.MessageParts.element;
import static org.dharch.core.message.MessageParts.ref;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.testing.DomXml;
import org.dharch.testing.XmlSignatures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A signature over a part of the body outlives what happens around that part. */
class SignedPartTest {
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
  void itVerifiesAfterUnrelatedChanges(String c14n) throws Exception {
    KeyPair keys = keys();
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
  void itVerifiesAfterAHandlerWroteTheEnvelopeItsOwnWay() throws Exception {
    KeyPair keys = keys();
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

  private static KeyPair keys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  private static Changes signatureHeader(KeyPair keys, String c14n) throws Exception {
    Document document = document(bytes(DOCUMENT));
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
