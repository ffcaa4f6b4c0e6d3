package org.dharch.handlers.axis2.tree;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.soap.SOAPEnvelope;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.Merge;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/**
 * What is found in a tree is what is found when all of it is written out and compared, and a tree
 * that may be left says what its merged message says.
 */
final class TreeDiffTest {
  /** Without a comment behind the body, with which a tree is of no further use. */
  private static final byte[] ENVELOPE =
      Utf8.bytes(new String(BodyReadTest.ENVELOPE, UTF_8).replace("<!--end-->", ""));

  private static final int RUNS = 3000;

  private int found;
  private int left;

  @Test
  void changesEqualThoseOfSerializedForm() throws Exception {
    List<Consumer<OMNode>> changes = BodyReadTest.changes();
    changes.add(node -> ((OMElement) node).declareNamespace("urn:more", "more"));
    changes.add(node -> ((OMElement) node).setText("new & <text>"));
    changes.add(node -> ((OMElement) node).removeChildren());
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      int steps = 1 + random.nextInt(3);
      List<String> done = new ArrayList<>();
      check(
          "seed " + seed,
          envelope -> {
            for (int i = 0; i < steps; i++) {
              step(envelope, random, changes, done);
            }
          },
          done);
    }
    assertTrue(found > RUNS / 2, "elements were found by themselves: " + found);
    assertTrue(left > RUNS / 4, "trees were of further use: " + left);
    assertTrue(left < RUNS * 9 / 10, "and others were not: " + left);
  }

  private static void step(
      SOAPEnvelope envelope, Random random, List<Consumer<OMNode>> changes, List<String> done) {
    List<OMNode> nodes = BodyReadTest.inside(envelope);
    if (nodes.isEmpty()) {
      return;
    }
    int node = random.nextInt(nodes.size());
    int change = random.nextInt(changes.size());
    try {
      changes.get(change).accept(nodes.get(node));
      done.add(change + " at " + node);
    } catch (BodyReadTest.NotHere | ClassCastException | OMException e) {
      done.add("no " + change + " at " + node); // not for such a node
    }
  }

  private void check(String what, Consumer<SOAPEnvelope> handler, List<String> done)
      throws Exception {
    TrackedEnvelope tracked = new TrackedEnvelope(ENVELOPE, Set.of());
    tracked.envelope().getBody().build();
    handler.accept(tracked.envelope());
    String says = what + ": " + done;
    Changes.Builder builder = Changes.builder();
    tracked.collect(tracked.envelope(), Limits.DEFAULT, builder);
    Changes changes = builder.build();
    byte[] whole = EnvelopeWriter.whole(tracked.envelope());
    Changes slowly = EnvelopeDiff.between(ENVELOPE, whole, Limits.DEFAULT);
    assertEquals(slowly.replaced().keySet(), changes.replaced().keySet(), says);
    byte[] merged;
    try {
      merged = Merge.apply(ENVELOPE, changes, Limits.DEFAULT);
    } catch (MalformedMessageException e) { // a processing instruction
      assertThrows(
          MalformedMessageException.class,
          () -> Merge.apply(ENVELOPE, slowly, Limits.DEFAULT),
          says);
      return;
    }
    assertTrue(EnvelopeDiff.between(merged, whole, Limits.DEFAULT).isEmpty(), says);
    found += changes.isEmpty() ? 0 : 1;
    if (tracked.isReusable()) {
      left++;
      assertSaysSame(merged, tracked, says);
    }
  }

  /** To the letter, as a parser reads it. */
  private static void assertSaysSame(byte[] merged, TrackedEnvelope tree, String says)
      throws Exception {
    TrackedEnvelope parsed = new TrackedEnvelope(merged, Set.of());
    Transcript read = Transcript.of(built(parsed)).orElseThrow();
    Transcript has = Transcript.of(built(tree)).orElseThrow();
    assertEquals(things(read), things(has), says);
    assertTrue(tree.becomes(merged, Set.of()), says);
  }

  /**
   * In what order namespaces are declared in a tag is no difference in any form of XML, nor is how
   * a parser cuts text.
   */
  private static List<String> things(Transcript transcript) {
    List<String> items = new ArrayList<>(transcript.items());
    for (int at = 0; at < items.size(); at++) {
      int end = at;
      while (end < items.size() && items.get(end).equals(Transcript.DECLARED)) {
        items.set(end, items.get(end) + " " + items.get(end + 1) + "=" + items.get(end + 2));
        items.subList(end + 1, end + 3).clear();
        end++;
      }
      items.subList(at, end).sort(Comparator.naturalOrder());
      at = Math.max(at, end - 1);
      while (items.get(at).equals(Transcript.TEXT)
          && at + 2 < items.size()
          && items.get(at + 2).equals(Transcript.TEXT)) {
        items.set(at + 1, items.get(at + 1) + items.get(at + 3));
        items.subList(at + 2, at + 4).clear();
      }
    }
    return items;
  }

  private static OMElement built(TrackedEnvelope envelope) {
    envelope.envelope().getBody().build();
    return envelope.envelope().getBody();
  }

  @Test
  void manyChangedElementsAreComparedAsBytes() throws Exception {
    String items = "<i>1</i>".repeat(40);
    byte[] envelope =
        ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><b>"
                + items
                + "</b></s:Body></s:Envelope>")
            .getBytes(UTF_8);
    for (int each : List.of(1, 16, 17, 40)) {
      TrackedEnvelope tracked = new TrackedEnvelope(envelope, Set.of());
      OMElement next = tracked.envelope().getBody().getFirstElement().getFirstElement();
      for (int i = 0; i < each; i++) {
        next.setText("2");
        next = (OMElement) next.getNextOMSibling();
      }
      Changes.Builder changes = Changes.builder();
      tracked.collect(tracked.envelope(), Limits.DEFAULT, changes);
      assertEquals(each, changes.build().replaced().size());
      assertEquals(each <= 16, tracked.isReusable());
    }
  }

  @Test
  void uncomparedContentPreventsReuse() throws Exception {
    byte[] commented =
        Utf8.bytes(new String(ENVELOPE, UTF_8).replace("<s:Header>", "<s:Header><!--old-->"));
    List<Consumer<SOAPEnvelope>> doings =
        List.of(
            tree -> tree.getHeader().addChild(tree.getOMFactory().createOMText("between blocks")),
            tree -> ((OMComment) tree.getHeader().getFirstOMChild()).setValue("new"),
            tree -> tree.getHeader().getFirstOMChild().detach(),
            tree -> tree.getBody().insertSiblingBefore(tree.getOMFactory().createOMText(" ")));
    for (Consumer<SOAPEnvelope> doing : doings) {
      TrackedEnvelope tracked = new TrackedEnvelope(commented, Set.of());
      doing.accept(tracked.envelope());
      Changes.Builder changes = Changes.builder();
      tracked.collect(tracked.envelope(), Limits.DEFAULT, changes);
      assertTrue(changes.build().isEmpty(), "it goes nowhere");
      assertFalse(tracked.isReusable(), "so the next handler must not see it");
    }
  }

  private interface Reading {
    void of(SOAPEnvelope envelope) throws Exception;
  }

  /** Examined: in a chain whose tree was built before, this does no harm; here it had no words. */
  @Test
  void consumedMessageIsReported() throws Exception {
    List<Reading> readings =
        List.of(
            tree -> drain(tree.getBody().getFirstElement().getXMLStreamReaderWithoutCaching()),
            tree -> drain(tree.getXMLStreamReaderWithoutCaching()),
            tree -> {
              XMLStreamReader reader =
                  tree.getBody().getFirstElement().getXMLStreamReaderWithoutCaching();
              reader.next();
              reader.next();
            },
            tree -> tree.getBody().getFirstElement().serialize(new StringWriter(), false),
            tree -> {
              tree.getBody().getFirstElement();
              tree.close(false);
            });
    for (Reading reading : readings) {
      TrackedEnvelope tracked = new TrackedEnvelope(ENVELOPE, Set.of());
      reading.of(tracked.envelope());
      DHArchException rejected =
          assertThrows(
              DHArchException.class,
              () -> tracked.collect(tracked.envelope(), Limits.DEFAULT, Changes.builder()),
              "reading " + readings.indexOf(reading));
      assertTrue(
          rejected.getMessage().contains("must not consume its message"), rejected.getMessage());
      TrackedEnvelope built = new TrackedEnvelope(ENVELOPE, Set.of());
      built.envelope().build();
      reading.of(built.envelope());
      Changes.Builder changes = Changes.builder();
      built.collect(built.envelope(), Limits.DEFAULT, changes);
      assertTrue(changes.build().isEmpty(), "reading " + readings.indexOf(reading));
    }
  }

  private static void drain(XMLStreamReader reader) throws XMLStreamException {
    while (reader.hasNext()) {
      reader.next();
    }
  }
}
