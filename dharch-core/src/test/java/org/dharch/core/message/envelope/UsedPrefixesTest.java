package org.dharch.core.message.envelope;

import static org.dharch.testing.EnvelopeText.NS11;
import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.DomXml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The namespaces of prefixes that text and attribute values use are content. */
final class UsedPrefixesTest {
  private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
  private static final String KNOWN = "<b:v xmlns:b='urn:b' xmlns:i='" + XSI + "'%s>%s</b:v>";

  private static byte[] envelope(String scope, String header, String body) {
    return bytes(
        "<s:Envelope xmlns:s='%s'%s><s:Header>%s</s:Header><s:Body>%s</s:Body></s:Envelope>"
            .formatted(NS11, scope, header, body));
  }

  private static Map<String, String> diff(byte[] before, byte[] after) {
    Changes changes = EnvelopeDiff.between(before, after, Limits.DEFAULT);
    byte[] merged = Merge.apply(before, changes, Limits.DEFAULT);
    assertSame(Changes.NONE, EnvelopeDiff.between(merged, after, Limits.DEFAULT), text(merged));
    Map<String, String> replaced = new TreeMap<>();
    changes.replaced().forEach((part, xml) -> replaced.put(part.toString(), text(xml)));
    return replaced;
  }

  private static String v(String attributes, String content) {
    return KNOWN.formatted(attributes, content);
  }

  private static List<String> using() {
    return List.of(
        v(" i:type='k:T'", ""),
        v("", "k:T"),
        v(" x='/k:a[1]/k:b'", ""),
        v("", "x <![CDATA[k:T]]>"),
        v("", "k&#58;T"),
        v(" prefixes='j k'", ""),
        v("", "<b:w/>k:T"));
  }

  @Test
  void declaredAndReboundPrefixIsCarried() {
    for (String used : using()) {
      for (String before : new String[] {"", " xmlns:k='urn:1'"}) {
        String after = " xmlns:k='urn:2'";
        assertEquals(
            List.of("body/{urn:b}v"),
            List.copyOf(diff(envelope(before, "", used), envelope(after, "", used)).keySet()),
            before + used);
        assertEquals(
            List.of("header {urn:b}v"),
            List.copyOf(diff(envelope(before, used, ""), envelope(after, used, "")).keySet()),
            before + used);
        String inside = used.replace("<b:v", "<b:v" + after);
        assertEquals(
            List.of("body/{urn:b}v"),
            List.copyOf(diff(envelope(before, "", used), envelope(before, "", inside)).keySet()),
            before + used);
      }
    }
  }

  @Test
  void smallestElementThatUsesThePrefixIsCarried() {
    String body = "<a><b><c>k:T</c><c>t</c></b><b/></a>";
    assertEquals(
        Map.of("body/a/b/c", "<c xmlns:k=\"urn:2\">k:T</c>"),
        diff(envelope(" xmlns:k='urn:1'", "", body), envelope(" xmlns:k='urn:2'", "", body)));
  }

  @Test
  void typeWithoutPrefixUsesTheDefaultNamespace() {
    String typed = v(" i:type='T'", "");
    assertEquals(1, diff(envelope("", "", typed), envelope(" xmlns='urn:d'", "", typed)).size());
    assertEquals(1, diff(envelope(" xmlns='urn:d'", "", typed), envelope("", "", typed)).size());
    assertEquals(
        Map.of(),
        diff(envelope("", "", v(" x='T'", "T")), envelope(" xmlns='urn:d'", "", v(" x='T'", "T"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"k", "kk:T", ": k:", "http://k"})
  void otherTextDoesNotUseThePrefix(String content) {
    byte[] before = envelope("", "", v("", content));
    if (content.endsWith("k:")) {
      assertNotEquals(Map.of(), diff(before, envelope(" xmlns:k='urn:1'", "", v("", content))));
    } else {
      assertEquals(Map.of(), diff(before, envelope(" xmlns:k='urn:1'", "", v("", content))));
    }
  }

  @Test
  void removedDeclarationStays() {
    for (String used : using()) {
      byte[] before = envelope(" xmlns:k='urn:1'", used, used);
      assertEquals(Map.of(), diff(before, envelope("", used, used)));
    }
  }

  @Test
  void valueOnSoapElementCarriesItsDeclaration() {
    byte[] before = envelope("", "", "<a/>");
    byte[] after = envelope(" xmlns:k='urn:k' xmlns:x='urn:x' x:t='k:T'", "", "<a/>");
    assertEquals(List.of("attributes of envelope"), List.copyOf(diff(before, after).keySet()));
    byte[] bound = envelope(" xmlns:k='urn:1' xmlns:x='urn:x' x:t='k:T'", "", "<a/>");
    assertThrows(MalformedMessageException.class, () -> diff(bound, after));
  }

  /** Random placements of declarations; DOM resolves the prefixes. */
  @Test
  void everyUsedPrefixHasTheNamespaceOfTheHandlersResult() {
    int changed = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      String[] shape = {tree(random, 0), tree(random, 0)};
      byte[] before =
          envelope(declared(random), placed(shape[0], random), placed(shape[1], random));
      byte[] after = envelope(declared(random), placed(shape[0], random), placed(shape[1], random));
      Changes changes = EnvelopeDiff.between(before, after, Limits.DEFAULT);
      byte[] merged = Merge.apply(before, changes, Limits.DEFAULT);
      List<String> wanted = resolved(after);
      List<String> actual = resolved(merged);
      assertEquals(wanted.size(), actual.size(), "seed " + seed);
      for (int i = 0; i < wanted.size(); i++) {
        if (!wanted.get(i).endsWith("null")) {
          assertEquals(wanted.get(i), actual.get(i), "seed " + seed + "\n" + text(merged));
        }
      }
      changed +=
          changes.replaced().keySet().stream().anyMatch(Part.Element.class::isInstance) ? 1 : 0;
    }
    assertNotEquals(0, changed);
  }

  /** An element whose start tags have places for declarations. */
  private static String tree(Random random, int depth) {
    StringBuilder xml = new StringBuilder("<e@");
    xml.append(random.nextBoolean() ? "" : " t='" + (char) ('j' + random.nextInt(3)) + ":T'");
    xml.append('>');
    for (int i = random.nextInt(depth < 3 ? 4 : 1); i > 0; i--) {
      xml.append(
          random.nextBoolean()
              ? (char) ('j' + random.nextInt(3)) + ":x "
              : tree(random, depth + 1));
    }
    return xml.append("</e>").toString();
  }

  private static String placed(String tree, Random random) {
    StringBuilder xml = new StringBuilder();
    for (int i = 0; i < tree.length(); i++) {
      char c = tree.charAt(i);
      xml.append(c == '@' ? declared(random) : String.valueOf(c));
    }
    return xml.toString();
  }

  private static String declared(Random random) {
    StringBuilder declared = new StringBuilder();
    for (char prefix = 'j'; prefix < 'm'; prefix++) {
      if (random.nextInt(4) == 0) {
        declared.append(" xmlns:" + prefix + "='urn:" + random.nextInt(2) + "'");
      }
    }
    return declared.toString();
  }

  /** Each use of a prefix in document order, with its namespace. */
  private static List<String> resolved(byte[] envelope) {
    List<String> found = new ArrayList<>();
    resolve(DomXml.parse(envelope).getDocumentElement(), found);
    return found;
  }

  private static void resolve(Element element, List<String> found) {
    if (element.hasAttribute("t")) {
      add(element, element.getAttribute("t"), found);
    }
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        resolve(child, found);
      } else {
        for (String word : node.getNodeValue().split(" ", -1)) {
          add(element, word, found);
        }
      }
    }
  }

  private static void add(Element element, String use, List<String> found) {
    if (!use.isEmpty()) {
      found.add(use + "=" + element.lookupNamespaceURI(use.substring(0, use.indexOf(':'))));
    }
  }
}
