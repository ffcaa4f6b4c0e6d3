package org.dharch.handlers.axis2.tree;

import static org.dharch.testing.EnvelopeText.NS11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.Merge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is done to a header, what is merged says the same as what Axiom would write. */
final class HeaderTouchTest {
  private static SOAPHeader header(SOAPEnvelope envelope) {
    SOAPHeader header = envelope.getHeader();
    return header == null
        ? ((SOAPFactory) envelope.getOMFactory()).createSOAPHeader(envelope)
        : header;
  }

  private static SOAPHeaderBlock block(SOAPEnvelope envelope, String name) {
    SOAPHeader header = header(envelope);
    return header.addHeaderBlock(name, header.getOMFactory().createOMNamespace("urn:new", "n"));
  }

  private static OMElement child(OMElement parent, String uri, String prefix, String name) {
    OMFactory factory = parent.getOMFactory();
    return factory.createOMElement(name, namespace(factory, uri, prefix), parent);
  }

  private static OMNamespace namespace(OMFactory factory, String uri, String prefix) {
    return uri.isEmpty() ? null : factory.createOMNamespace(uri, prefix);
  }

  private static OMNamespace attribute(SOAPEnvelope envelope, String prefix) {
    String uri =
        switch (prefix) {
          case "xml" -> XMLConstants.XML_NS_URI;
          case "xsi" -> XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;
          default -> "urn:" + prefix;
        };
    return envelope.getOMFactory().createOMNamespace(uri, prefix);
  }

  private static void old(SOAPEnvelope envelope, Consumer<OMElement> step) {
    OMElement first = header(envelope).getFirstElement();
    if (first != null) {
      step.accept(first);
    }
  }

  private static Changes after(TrackedEnvelope tracked, Consumer<SOAPEnvelope> step)
      throws Exception {
    step.accept(tracked.envelope());
    Changes.Builder changes = Changes.builder();
    tracked.collect(tracked.envelope(), Limits.DEFAULT, changes);
    return changes.build();
  }

  private static final List<Consumer<SOAPEnvelope>> STEPS =
      List.of(
          e -> {},
          e -> header(e),
          e -> block(e, "a").setText("å 😀 & < \" 1"),
          e -> block(e, "a").setMustUnderstand(true),
          e -> child(block(e, "a"), "", "", "unqualified").setText("x"),
          e -> child(block(e, "a"), "urn:d", "", "default"),
          e -> child(block(e, "a"), "urn:h", "h", "declared").setText("h:value"),
          e -> child(block(e, "a"), "urn:b", "h", "redeclared").addAttribute("k", "h:v", null),
          e -> block(e, "a").declareNamespace("urn:unused", "u"),
          e -> block(e, "a").setText("]]> \r\n\t \u00a0 \u2028 \uFFFD"),
          e -> block(e, "a").addAttribute("k", "< > & ' \" \r\n\t 😀", null),
          e -> child(block(e, "a"), "urn:new", "n", "same").setText("t"),
          e -> child(child(block(e, "a"), "urn:d", "", "outer"), "", "", "inner").setText("t"),
          e -> child(block(e, "a"), "urn:d", "", "outer").addAttribute("k", "v", attribute(e, "m")),
          e -> block(e, "a").addAttribute("lang", "de", attribute(e, "xml")),
          e -> {
            OMElement a = block(e, "a");
            a.declareNamespace("urn:inner", "i");
            child(child(a, "urn:other", "i", "b"), "urn:inner", "i", "d").setText("i:d");
            child(a, "urn:inner", "i", "c");
          },
          e -> {
            OMElement a = block(e, "a");
            e.getOMFactory().createOMText(a, "c & d", OMNode.CDATA_SECTION_NODE);
            e.getOMFactory().createOMComment(a, " < & > ");
          },
          e -> block(e, "a").addAttribute("type", "h:T", attribute(e, "xsi")),
          e -> {
            block(e, "a");
            block(e, "b").addChild(e.getOMFactory().createOMComment(null, "c"));
            block(e, "a").addAttribute("k", "2", null);
          },
          e -> header(e).addHeaderBlock("old", e.getOMFactory().createOMNamespace("urn:h", "q")),
          e -> old(e, first -> first.setText("changed")),
          e -> old(e, OMElement::detach),
          e -> {
            old(e, first -> first.insertSiblingBefore(block(e, "a")));
          },
          e -> {
            old(e, first -> first.addAttribute("k", "3", null));
            block(e, "a");
          },
          e -> {
            old(e, OMElement::detach);
            block(e, "a");
          },
          e -> {
            block(e, "a");
            e.declareNamespace("urn:more", "m");
          });

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<s:Envelope xmlns:s='SOAP' xmlns:h='urn:h'><s:Header><h:old>1</h:old><h:old/>"
            + "<x xmlns='urn:x'/></s:Header><s:Body><b xmlns='urn:b'/></s:Body></s:Envelope>",
        "<s:Envelope xmlns:s='SOAP'><s:Header xmlns:h='urn:h'> <h:old k='h:1'/>"
            + " </s:Header><s:Body/></s:Envelope>",
        "<s:Envelope xmlns:s='SOAP' xmlns:h='urn:h'><s:Header/><s:Body>t</s:Body></s:Envelope>",
        "<s:Envelope xmlns:s='SOAP' xmlns:h='urn:h'><s:Body/></s:Envelope>",
        "<Envelope xmlns='SOAP' xmlns:h='urn:h'><Header><h:old/></Header><Body/></Envelope>",
        "<Envelope xmlns='SOAP' xmlns:h='urn:h'><Body><b xmlns=''/></Body></Envelope>",
        "<s:Envelope xmlns:s='SOAP' xmlns='urn:d'"
            + " xmlns:h='urn:h'><s:Header/><s:Body/></s:Envelope>",
      })
  void whatIsMergedSaysWhatAxiomWrites(String text) throws Exception {
    byte[] before = text.replace("SOAP", NS11).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < STEPS.size(); i++) {
      mergedAsAxiomWrites(before, STEPS.get(i), "step " + i);
    }
  }

  private static final String USER =
      "<v xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='k:T'>k:x</v>";

  private static OMElement user(OMElement parent) {
    return parent.getFirstElement();
  }

  /** Declares the prefix that {@link #USER} uses around it or on it, or binds it again. */
  private static final List<Consumer<SOAPEnvelope>> DECLARING =
      List.of(
          e -> e.declareNamespace("urn:2", "k"),
          e -> {
            user(e.getHeader()).build(); // Axiom writes the parsed binding of unread elements, too
            e.getHeader().declareNamespace("urn:2", "k");
          },
          e -> e.getBody().declareNamespace("urn:2", "k"),
          e -> {
            user(e.getHeader()).build();
            user(e.getHeader()).declareNamespace("urn:2", "k");
          },
          e -> user(e.getBody()).declareNamespace("urn:2", "k"),
          e -> {
            user(e.getBody()).getText(); // reads the body
            e.declareNamespace("urn:2", "k");
            block(e, "a");
          });

  @ParameterizedTest
  @ValueSource(strings = {"", " xmlns:k='urn:1'"})
  void namespaceOfPrefixInContentIsMerged(String declared) throws Exception {
    byte[] before =
        "<s:Envelope xmlns:s='%s'%s><s:Header>%s</s:Header><s:Body>%s</s:Body></s:Envelope>"
            .formatted(NS11, declared, USER, USER)
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < DECLARING.size(); i++) {
      TrackedEnvelope tracked = new TrackedEnvelope(before, Set.of());
      Changes changes = after(tracked, DECLARING.get(i));
      byte[] merged = Merge.apply(before, changes, Limits.DEFAULT);
      SOAPEnvelope result = new TrackedEnvelope(merged, Set.of()).envelope();
      String step = "step " + i + ": " + new String(merged, StandardCharsets.UTF_8);
      assertSamePrefix(user(tracked.envelope().getHeader()), user(result.getHeader()), step);
      assertSamePrefix(user(tracked.envelope().getBody()), user(result.getBody()), step);
    }
  }

  private static void assertSamePrefix(OMElement expected, OMElement actual, String step) {
    OMNamespace namespace = expected.findNamespaceURI("k");
    if (namespace != null) {
      assertEquals(namespace, actual.findNamespaceURI("k"), step);
    }
  }

  /** SOAP has none; a client's is refused, too. */
  @Test
  void processingInstructionIsRejected() {
    byte[] before =
        ("<s:Envelope xmlns:s='" + NS11 + "' xmlns:h='urn:h'><s:Body/></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    MalformedMessageException e =
        assertThrows(
            MalformedMessageException.class,
            () ->
                mergedAsAxiomWrites(
                    before,
                    envelope ->
                        envelope
                            .getOMFactory()
                            .createOMProcessingInstruction(block(envelope, "a"), "target", "k"),
                    "with an instruction"));
    assertTrue(e.getMessage().contains("a processing instruction"), e.getMessage());
  }

  /** Gives what {@code step} made of {@code before}, once that has been compared. */
  private static SOAPEnvelope mergedAsAxiomWrites(
      byte[] before, Consumer<SOAPEnvelope> step, String what) throws Exception {
    TrackedEnvelope tracked = new TrackedEnvelope(before, Set.of());
    Changes changes = after(tracked, step);
    byte[] merged = Merge.apply(before, changes, Limits.DEFAULT);
    byte[] axioms = EnvelopeWriter.whole(tracked.envelope());
    assertEquals(
        Changes.NONE,
        EnvelopeDiff.between(merged, axioms, Limits.DEFAULT),
        what + ": " + new String(merged, StandardCharsets.UTF_8));
    return tracked.envelope();
  }

  /** Prefixes mean now this, now that, or nothing, at every depth. */
  private static void grow(OMElement element, SplittableRandom random, int depth) {
    OMFactory factory = element.getOMFactory();
    for (int i = random.nextInt(3); i > 0; i--) {
      String prefix = List.of("", "p", "q").get(random.nextInt(3));
      String uri = prefix.isEmpty() && random.nextBoolean() ? "" : "urn:" + random.nextInt(3);
      OMElement child;
      if (random.nextBoolean()) {
        child = child(element, uri, prefix, "e" + random.nextInt(3));
      } else { // made elsewhere, so that Axiom declares nothing until it writes
        child = factory.createOMElement("f", namespace(factory, uri, prefix));
        element.addChild(child);
      }
      if (random.nextInt(3) == 0) {
        child.declareNamespace("urn:" + random.nextInt(3), "unused" + random.nextInt(2));
      }
      if (random.nextBoolean()) {
        child.addAttribute("a", "< & > \" \u00e9 \n", null);
        int number = random.nextInt(2);
        child.addAttribute("b", "v", factory.createOMNamespace("urn:attr" + number, "a" + number));
      }
      if (depth < 4) {
        grow(child, random, depth + 1);
      }
      factory.createOMText(element, List.of(" ", "t & u", "\r\n", "😀").get(random.nextInt(4)));
    }
  }

  @Test
  void newBlockIsMergedAsAxiomWritesIt() throws Exception {
    byte[] before =
        ("<s:Envelope xmlns:s='" + NS11 + "' xmlns:p='urn:0'><s:Header/><s:Body/></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    int exact = 0;
    for (int seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SOAPEnvelope grown =
          mergedAsAxiomWrites(before, e -> grow(block(e, "a"), random, 0), "seed " + seed);
      OMElement block = grown.getHeader().getFirstElement();
      exact += ElementXml.whole(block).bytes().isPresent() ? 1 : 0;
    }
    assertEquals(500, exact, "none needs a serializer");
  }

  @Test
  void newBlockBeyondLimitFailsInHandler() {
    byte[] before =
        ("<s:Envelope xmlns:s='" + NS11 + "'><s:Header/><s:Body/></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    MalformedMessageException tooDeep =
        assertThrows(
            MalformedMessageException.class,
            () ->
                after(
                    new TrackedEnvelope(before, Set.of()),
                    e -> {
                      OMElement inner = block(e, "a");
                      for (int depth = 0; depth < Limits.DEFAULT.maxDepth(); depth++) {
                        inner = child(inner, "", "", "b");
                      }
                    }));
    assertTrue(tooDeep.getMessage().contains("maxDepth"), tooDeep.getMessage());
  }

  @Test
  void attributesOfNewHeaderAreKept() throws Exception {
    byte[] none =
        ("<s:Envelope xmlns:s='" + NS11 + "'><s:Body/></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    Changes declared =
        after(
            new TrackedEnvelope(none, Set.of()),
            e -> {
              header(e).declareNamespace("urn:q", "q");
              block(e, "a").setText("q:name");
            });
    String block = new String(declared.addedHeaders().get(0), StandardCharsets.UTF_8);
    assertTrue(block.contains("xmlns:q=\"urn:q\""), block);
    assertThrows(
        MalformedMessageException.class,
        () ->
            after(
                new TrackedEnvelope(none, Set.of()),
                e -> {
                  header(e).addAttribute("k", "v", null);
                  block(e, "a");
                }));
  }
}
