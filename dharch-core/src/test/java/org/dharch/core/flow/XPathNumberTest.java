package org.dharch.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.orchestration.MessageView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of a message, with and without a tree of it. */
class XPathNumberTest {
  private static final Map<String, String> NAMESPACES = Map.of("o", "urn:o", "p", "urn:p");
  private static final String ENVELOPE =
      "<?xml version='1.0'?><!-- <o:line/> --><e xmlns='urn:o' xmlns:x='urn:p'><line"
          + " n='7'><x:line><line"
          + " xmlns=''/></x:line></line><line><![CDATA[<line/>]]></line><liner/><x:limit> <!-- 3"
          + " -->1&#50;<part>.<?p 4?>5</part><![CDATA[]]>\r\n"
          + "</x:limit><x:limit>9</x:limit>"
          + "<x:wrong>1e3</x:wrong><x:minus>-.5</x:minus><größe>7</größe></e>";

  private static MessageView view(String envelope) {
    return new MessageView(
        envelope.getBytes(StandardCharsets.UTF_8), MessageProperties.empty(), Limits.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count(//o:line)",
        " count( //p:line ) ",
        "count(//line)",
        "count(//o:e)",
        "count(//o:none)",
        "//p:limit",
        " number( //p:limit )",
        "//p:wrong",
        "//p:minus",
        "//o:größe",
        "//o:line",
        "//o:none"
      })
  void scanYieldsTheSameNumberAsTheTree(String expression) {
    MessageView treeless = view(ENVELOPE);
    double treelessly = new XPathNumber(expression, NAMESPACES).of(treeless);
    assertTrue(!treeless.isTree());
    MessageView tree = view(ENVELOPE);
    tree.tree();
    assertEquals(new XPathNumber(expression, NAMESPACES).of(tree), treelessly);
  }

  @Test
  void otherEncodingsUseTheTreeParser() {
    byte[] utf16 = ENVELOPE.getBytes(StandardCharsets.UTF_16);
    MessageView view = new MessageView(utf16, MessageProperties.empty(), Limits.DEFAULT);
    assertEquals(12.5, new XPathNumber("//p:limit", NAMESPACES).of(view));
    assertTrue(view.isTree());
  }

  @Test
  void otherExpressionsUseXPath() {
    assertEquals(7, new XPathNumber("//o:line/@n", NAMESPACES).of(view(ENVELOPE)));
    assertEquals(2, new XPathNumber("count(/o:e/o:line)", NAMESPACES).of(view(ENVELOPE)));
    assertTrue(Double.isNaN(new XPathNumber("//o:liner", NAMESPACES).of(view(ENVELOPE))));
  }

  @Test
  void invalidEnvelopeIsReported() {
    XPathNumber count = new XPathNumber("count(//o:line)", NAMESPACES);
    for (String wrong :
        new String[] {"", "<a>", "<!DOCTYPE a><a/>", "<a>".repeat(600) + "</a>".repeat(600)}) {
      MalformedMessageException output =
          assertThrows(MalformedMessageException.class, () -> count.of(view(wrong)));
      assertTrue(output.getMessage().startsWith("cannot read the envelope: "), output.getMessage());
    }
  }

  /** Fault A4: as deep as the limits say that were set, and no deeper. */
  @Test
  void configuredDepthLimitApplies() {
    String deep = "<a>".repeat(600) + "</a>".repeat(600);
    Limits set = new Limits(1 << 20, 256, 1 << 16, 256, 1000, 256);
    byte[] bytes = deep.getBytes(StandardCharsets.UTF_8);
    for (String expression : new String[] {"count(//a)", "count(//a[1]) + count(//a) - 600"}) {
      XPathNumber number = new XPathNumber(expression, Map.of());
      assertEquals(600, number.of(new MessageView(bytes, MessageProperties.empty(), set)));
      assertThrows(
          MalformedMessageException.class,
          () -> number.of(new MessageView(bytes, MessageProperties.empty(), Limits.DEFAULT)));
    }
  }
}
