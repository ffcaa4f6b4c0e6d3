package org.dharch.core.message;

import static org.dharch.core.message.Soap.bytes;
import static org.dharch.core.message.Soap.element;
import static org.dharch.core.message.Soap.ref;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A signature over a part of the body outlives what happens around that part. */
class SignatureTest {
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
    Document document = Soap.dom(envelope);
    Element note = (Element) document.getElementsByTagNameNS("urn:b", "note").item(0);
    note.setTextContent("from a DOM");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(new DOMSource(document), new StreamResult(out));
    Changes changes = EnvelopeDiff.between(envelope, out.toByteArray(), Limits.DEFAULT);
    assertTrue(changes.replaced().keySet().equals(java.util.Set.of(element("note"))));
    assertTrue(verifies(Merge.apply(envelope, changes, Limits.DEFAULT), keys));
  }

  private static KeyPair keys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  private static Changes signatureHeader(KeyPair keys, String c14n) throws Exception {
    XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
    Reference reference =
        factory.newReference(
            "#signed",
            factory.newDigestMethod(DigestMethod.SHA256, null),
            List.of(factory.newTransform(c14n, (TransformParameterSpec) null)),
            null,
            null);
    SignedInfo info =
        factory.newSignedInfo(
            factory.newCanonicalizationMethod(
                CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
            factory.newSignatureMethod("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", null),
            List.of(reference));
    Document document = Soap.dom(bytes(DOCUMENT));
    Element header =
        (Element) document.getElementsByTagNameNS(EnvelopeScanner.SOAP12, "Header").item(0);
    DOMSignContext context = new DOMSignContext(keys.getPrivate(), header);
    context.setIdAttributeNS(signed(document), null, "Id");
    factory.newXMLSignature(info, null).sign(context);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var transformer = TransformerFactory.newDefaultInstance().newTransformer();
    transformer.setOutputProperty("omit-xml-declaration", "yes");
    transformer.transform(new DOMSource(header.getLastChild()), new StreamResult(out));
    return Changes.builder().addHeader(out.toByteArray()).build();
  }

  private static Element signed(Document document) {
    return (Element) document.getElementsByTagNameNS("urn:b", "order").item(0);
  }

  private static boolean verifies(byte[] envelope, KeyPair keys) throws Exception {
    Document document = Soap.dom(envelope);
    DOMValidateContext context =
        new DOMValidateContext(
            keys.getPublic(),
            document.getElementsByTagNameNS(XMLSignature.XMLNS, "Signature").item(0));
    context.setIdAttributeNS(signed(document), null, "Id");
    return XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context).validate(context);
  }
}
