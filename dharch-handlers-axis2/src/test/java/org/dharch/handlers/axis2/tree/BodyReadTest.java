package org.dharch.handlers.axis2.tree;

import static org.dharch.testing.EnvelopeText.NS11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMContainer;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;

/** A body that was built: no change in it is ever missed, and none is seen that is none. */
final class BodyReadTest {
  static final byte[] ENVELOPE =
      ("<?xml version='1.0'?>\n<s:Envelope xmlns:s='"
              + NS11
              + "' xmlns:u='urn:u' id='e'>\n <s:Header><h:h xmlns:h='urn:h'>1</h:h></s:Header>\n"
              + " <s:Body u:id='body'>\n  <b xmlns='urn:b' xmlns:x='urn:x' x:a='1' b='2'>text &lt;"
              + "<![CDATA[ <data> ]]>&#233;\uD83D\uDE00\r\n<!--first--><c><d x:e='&quot;'>"
              + "deep<!--second-->er</d></c><c xmlns:y='urn:y'/><y:c xmlns:y='urn:y'/>"
              + "<c xmlns=''/></b> tail </s:Body>\n <!--end--></s:Envelope>\n")
          .getBytes(StandardCharsets.UTF_8);

  private static Changes after(byte[] bytes, Consumer<SOAPEnvelope> step) throws Exception {
    TrackedEnvelope tracked = new TrackedEnvelope(bytes, Set.of());
    tracked.envelope().getBody().build();
    step.accept(tracked.envelope());
    Changes.Builder changes = Changes.builder();
    tracked.collect(tracked.envelope(), Limits.DEFAULT, changes);
    return changes.build();
  }

  private static boolean quickly(byte[] bytes, Consumer<SOAPEnvelope> step) throws Exception {
    EnvelopeReader reader = new EnvelopeReader(bytes);
    SOAPEnvelope envelope =
        org.apache.axiom.om.OMXMLBuilderFactory.createStAXSOAPModelBuilder(reader)
            .getSOAPEnvelope();
    envelope.getBody().build();
    step.accept(envelope);
    return TreeDiff.of(reader.body(), envelope.getBody()).isSame();
  }

  @Test
  void readTreeIsSame() throws Exception {
    assertTrue(quickly(ENVELOPE, envelope -> {}));
    assertTrue(after(ENVELOPE, envelope -> {}).isEmpty());
    assertTrue(after(ENVELOPE, envelope -> assertFalse(envelope.toString().isEmpty())).isEmpty());
    assertTrue(
        after(ENVELOPE, envelope -> envelope.getBody().getFirstElement().getText()).isEmpty());
  }

  @Test
  void blockIsAddedAfterReadingBody() throws Exception {
    Changes changes =
        after(
            ENVELOPE,
            envelope -> {
              SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
              envelope
                  .getHeader()
                  .addHeaderBlock("n", factory.createOMNamespace("urn:n", "n"))
                  .setText("new");
            });
    assertEquals(1, changes.addedHeaders().size());
    assertEquals(Map.of(), changes.replaced());
  }

  /** Each change that there is, at each node of its kind. */
  static List<Consumer<OMNode>> changes() {
    List<Consumer<OMNode>> all = new ArrayList<>();
    all.add(OMNode::detach);
    all.add(node -> node.insertSiblingBefore(factory(node).createOMText("more")));
    all.add(node -> node.insertSiblingAfter(factory(node).createOMComment(null, "more")));
    all.add(node -> node.insertSiblingAfter(factory(node).createOMElement("more", "urn:b", "")));
    all.add(on(OMText.class, text -> swap(text, factory(text).createOMText(text.getText() + "x"))));
    all.add(on(OMText.class, text -> swap(text, factory(text).createOMText(cut(text.getText())))));
    all.add(on(OMComment.class, comment -> comment.setValue(comment.getValue() + " ")));
    all.add(
        node ->
            node.insertSiblingAfter(factory(node).createOMProcessingInstruction(null, "p", "i")));
    all.add(on(OMElement.class, element -> element.setLocalName("other")));
    all.add(on(OMElement.class, e -> e.setNamespace(factory(e).createOMNamespace("urn:o", "o"))));
    all.add(on(OMElement.class, element -> element.addAttribute("other", "1", null)));
    all.add(
        on(
            OMElement.class,
            e -> e.addAttribute("other", "", factory(e).createOMNamespace("urn:o", "o"))));
    all.add(on(OMElement.class, BodyReadTest::firstAttribute));
    all.add(on(OMElement.class, BodyReadTest::dropAttribute));
    all.add(
        on(
            OMElement.class,
            e -> ((OMContainer) e).addChild(factory(e).createOMText("at the end"))));
    return all;
  }

  private static OMFactory factory(OMNode node) {
    return node.getOMFactory();
  }

  private static String cut(String text) {
    return text.substring(0, text.length() - 1);
  }

  private static void swap(OMText old, OMText now) {
    old.insertSiblingBefore(now);
    old.detach();
  }

  private static void firstAttribute(OMElement element) {
    Iterator<org.apache.axiom.om.OMAttribute> attributes = element.getAllAttributes();
    if (!attributes.hasNext()) {
      throw new NotHere();
    }
    attributes.next().setAttributeValue("other");
  }

  private static void dropAttribute(OMElement element) {
    Iterator<org.apache.axiom.om.OMAttribute> attributes = element.getAllAttributes();
    if (!attributes.hasNext()) {
      throw new NotHere();
    }
    element.removeAttribute(attributes.next());
  }

  static final class NotHere extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static <T extends OMNode> Consumer<OMNode> on(Class<T> type, Consumer<T> change) {
    return node -> {
      if (!type.isInstance(node)) {
        throw new NotHere();
      }
      change.accept(type.cast(node));
    };
  }

  static List<OMNode> inside(SOAPEnvelope envelope) {
    List<OMNode> nodes = new ArrayList<>();
    Iterator<OMNode> descendants = envelope.getBody().getDescendants(false);
    descendants.forEachRemaining(nodes::add);
    return nodes;
  }

  @Test
  void noChangeIsMissed() throws Exception {
    Map<Integer, Integer> tried = new LinkedHashMap<>();
    List<Consumer<OMNode>> changes = changes();
    int nodes = 0;
    for (int at = 0; at == 0 || at < nodes; at++) {
      for (int which = 0; which < changes.size(); which++) {
        int node = at;
        Consumer<OMNode> change = changes.get(which);
        int[] count = {0};
        Changes found;
        try {
          found =
              after(
                  ENVELOPE,
                  envelope -> {
                    List<OMNode> all = inside(envelope);
                    count[0] = all.size();
                    change.accept(all.get(node));
                  });
        } catch (NotHere e) {
          nodes = Math.max(nodes, count[0]);
          continue;
        }
        nodes = Math.max(nodes, count[0]);
        tried.merge(which, 1, Integer::sum);
        assertTrue(found.touchesEnvelope(), "change " + which + " at node " + node);
      }
    }
    assertEquals(15, nodes);
    assertEquals(changes.size(), tried.size(), "each was tried somewhere: " + tried);
  }

  @Test
  void splitTextIsEqual() throws Exception {
    assertTrue(
        quickly(
            ENVELOPE,
            envelope -> {
              OMElement b = envelope.getBody().getFirstElement();
              OMText first = (OMText) b.getFirstOMChild();
              String text = first.getText();
              first.insertSiblingBefore(factory(first).createOMText(text.substring(0, 2)));
              swap(first, factory(first).createOMText(text.substring(2)));
            }));
  }

  @Test
  void attributesOfBodyAndEnvelopeAreCompared() throws Exception {
    for (boolean built : List.of(false, true)) {
      TrackedEnvelope tracked = new TrackedEnvelope(ENVELOPE, Set.of());
      if (built) {
        tracked.envelope().getBody().build();
      }
      tracked.envelope().addAttribute("more", "1", null);
      tracked.envelope().getBody().addAttribute("more", "2", null);
      Changes.Builder changes = Changes.builder();
      tracked.collect(tracked.envelope(), Limits.DEFAULT, changes);
      assertEquals(
          Set.of(Part.attributes(Part.Owner.ENVELOPE), Part.attributes(Part.Owner.BODY)),
          changes.build().replaced().keySet());
    }
    assertEquals(
        Set.of(Part.attributes(Part.Owner.ENVELOPE)),
        after(ENVELOPE, envelope -> envelope.addAttribute("more", "1", null)).replaced().keySet());
  }

  @Test
  void elementAfterBodyIsCompared() {
    assertThrows(
        MalformedMessageException.class,
        () ->
            after(
                ENVELOPE,
                envelope ->
                    envelope
                        .getBody()
                        .insertSiblingAfter(factory(envelope).createOMElement("z", "urn:z", "z"))));
  }

  @Test
  void largeTreeIsComparedAsBytes() throws Exception {
    byte[] large =
        ("<s:Envelope xmlns:s='"
                + NS11
                + "'><s:Body><b>"
                + "<i/>".repeat(1 << 18)
                + "</b></s:Body>"
                + "</s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    assertFalse(quickly(large, envelope -> {}));
    assertTrue(after(large, envelope -> {}).isEmpty());
  }
}
