package org.dharch.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Tests the written envelopes. */
class EnvelopeTextTest {
  @Test
  void envelopeHasHeaderBodyAndPrefixes() {
    String text = EnvelopeText.SOAP12.with("t", "urn:t").of("<t:h/>", "<t:b>1</t:b>");
    assertEquals("<t:b>1</t:b>", EnvelopeText.body(text));
    Document document = DomXml.parse(Utf8.bytes(text));
    assertEquals(EnvelopeText.NS12, document.getDocumentElement().getNamespaceURI());
    assertEquals(
        "Header",
        document.getElementsByTagNameNS("urn:t", "h").item(0).getParentNode().getLocalName());
    assertEquals(text, Utf8.text(DomXml.write(document.getDocumentElement())).replace('"', '\''));
  }

  @Test
  void envelopeWithoutBlocksHasNoHeader() {
    assertEquals(EnvelopeText.SOAP11.of("<b/>"), EnvelopeText.SOAP11.of("", "<b/>"));
    Document document = DomXml.parse(Utf8.bytes(EnvelopeText.SOAP11.of("<b/>")));
    assertNull(document.getElementsByTagNameNS(EnvelopeText.NS11, "Header").item(0));
  }
}
