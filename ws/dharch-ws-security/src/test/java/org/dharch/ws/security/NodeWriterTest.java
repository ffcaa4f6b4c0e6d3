package org.dharch.ws.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Trees as bytes that are read as the same trees. */
class NodeWriterTest {
  private static Document parsed(String xml) throws Exception {
    return SafeDom.parse(Utf8.bytes(xml));
  }

  @Test
  void roundTrips() throws Exception {
    String xml =
        "<a xmlns='urn:a' xmlns:b='urn:b' b:c='1 &lt; &quot;2&quot; &#9;&#10;&#13; &amp; >'"
            + " d=\"it's\"><b:e/>x &lt; y &gt; z &amp; ü \uD83D\uDE00 &#13;\n<![CDATA[<f>]]]]>"
            + "&gt;<!-- g --><?h i?><j><k>l</k>m</j></a>";
    Document document = parsed(xml);
    String written = Utf8.text(NodeBytes.of(document.getDocumentElement()));
    document.normalize();
    Document again = parsed(written);
    again.normalize();
    assertEquals(
        Utf8.text(NodeBytes.canonical(document.getDocumentElement())),
        Utf8.text(NodeBytes.canonical(again.getDocumentElement())));
    assertTrue(written.contains("<!-- g --><?h i?><j>"), written);
    assertEquals(
        "<b:e></b:e>", Utf8.text(NodeBytes.of(document.getDocumentElement().getFirstChild())));
  }

  @Test
  void deepTreeDoesNotOverflowStack() throws Exception {
    int depth = SafeDom.LIMITS.maxDepth();
    String deep = "<a>".repeat(depth) + "x" + "</a>".repeat(depth);
    assertEquals(deep, Utf8.text(NodeBytes.of(parsed(deep).getDocumentElement())));
  }
}
