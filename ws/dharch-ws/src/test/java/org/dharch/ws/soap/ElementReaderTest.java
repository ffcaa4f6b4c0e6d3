package org.dharch.ws.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;

class ElementReaderTest {
  @Test
  void skipsUnreadContent() {
    ElementReader in = of("<a><b><c/><d>x<e/></d></b> text <!-- c --><f>1</f><b/></a>");
    List<String> seen = new ArrayList<>();
    in.children(() -> seen.add(in.localName().equals("f") ? "f=" + in.text() : in.localName()));
    assertEquals(List.of("b", "f=1", "b"), seen);
  }

  @Test
  void readsNestedChildren() {
    ElementReader in = of("<a><b><c>1</c><d/></b><b><c>2</c></b></a>");
    List<String> seen = new ArrayList<>();
    in.children(
        () ->
            in.children(
                () -> {
                  if (in.localName().equals("c")) {
                    seen.add(in.text());
                  }
                }));
    assertEquals(List.of("1", "2"), seen);
  }

  @Test
  void stopEndsReading() {
    ElementReader in = of("<a><b><c/></b><b/></a>");
    List<String> seen = new ArrayList<>();
    in.children(
        () ->
            in.children(
                () -> {
                  seen.add(in.localName());
                  in.stop();
                }));
    assertEquals(List.of("c"), seen);
  }

  @Test
  void stripsTextAndRejectsElements() {
    assertEquals("x & y z", of("<a> x &amp; <![CDATA[y]]><!-- not --> z\n</a>").text());
    MalformedMessageException e =
        assertThrows(MalformedMessageException.class, () -> of("<a>x<b/></a>").text());
    assertEquals("XML: line 1, column 5: a must contain only text (got b)", e.getMessage());
  }

  @Test
  void resolvesQualifiedNamesInScope() {
    ElementReader in =
        of("<a xmlns='urn:1' xmlns:p='urn:2'><b xmlns:p='urn:3' c='p:x'>p:y</b><b>z</b></a>");
    List<QName> seen = new ArrayList<>();
    in.children(
        () -> {
          in.qualifiedAttribute("c").ifPresent(seen::add);
          seen.add(in.qualifiedText());
        });
    assertEquals(
        List.of(new QName("urn:3", "x"), new QName("urn:3", "y"), new QName("urn:1", "z")), seen);
    assertThrows(MalformedMessageException.class, () -> of("<a>q:b</a>").qualifiedText());
  }

  @Test
  void findsAttributesByNamespace() {
    ElementReader in = of("<a b='1' p:b=' 2 ' xmlns:p='urn:p'/>");
    assertEquals(Optional.of("1"), in.attribute("b"));
    assertEquals(Optional.of("2"), in.attribute(new QName("urn:p", "b")));
    assertEquals(Optional.empty(), in.attribute(new QName("urn:q", "b")));
  }

  @Test
  void copyIsSelfContained() {
    ElementReader in =
        of(
            "<a xmlns='urn:1' xmlns:p='urn:2'><p:b p:c='&lt;&quot;' xml:lang='en'>"
                + "p:q &amp; <d xmlns=''>\u00e9</d><?pi?></p:b></a>");
    List<String> copies = new ArrayList<>();
    in.children(() -> copies.add(in.xml()));
    ElementReader copy = of(copies.get(0));
    assertEquals(new QName("urn:2", "b"), copy.name());
    assertEquals(Optional.of("<\""), copy.attribute(new QName("urn:2", "c")));
    List<String> inner = new ArrayList<>();
    copy.children(
        () -> {
          assertEquals(new QName("d"), copy.name());
          inner.add(copy.text());
        });
    assertEquals(List.of("\u00e9"), inner);
    assertTrue(copies.get(0).startsWith("<p:b xmlns=\"urn:1\" xmlns:p=\"urn:2\" "), copies.get(0));
    assertEquals(copies.get(0), of(copies.get(0)).xml());
  }

  @Test
  void copyKeepsUnprefixedNames() {
    ElementReader in = of("<p:a xmlns:p='urn:p'><b><c/></b></p:a>");
    List<String> copies = new ArrayList<>();
    in.children(() -> copies.add(in.xml()));
    ElementReader around = of("<x xmlns='urn:x'>" + copies.get(0) + "</x>");
    around.children(
        () -> {
          assertEquals(new QName("b"), around.name());
          around.children(() -> assertEquals(new QName("c"), around.name()));
        });
  }

  /** It would have two declarations of one prefix, and be no XML. */
  @Test
  void copyKeepsOwnDefaultNamespace() {
    for (String element : new String[] {"<b xmlns=\"\"><c/></b>", "<b xmlns=\"urn:b\"/>"}) {
      ElementReader in = of("<a xmlns=\"urn:a\">" + element + "</a>");
      in.children(() -> assertEquals(element, in.xml()));
    }
  }

  @Test
  void copyDeclaresOnlyUsedPrefixes() {
    ElementReader in =
        of(
            "<a xmlns:p='urn:p?a&amp;b' xmlns:q='urn:q' xmlns:r='urn:r' xmlns:s='urn:s'>"
                + "<b c='//p:x'><d xmlns:s='urn:t'>s:y</d>q:z</b></a>");
    List<String> copies = new ArrayList<>();
    in.children(() -> copies.add(in.xml()));
    assertEquals(
        "<b xmlns=\"\" xmlns:p=\"urn:p?a&amp;b\" xmlns:q=\"urn:q\" c=\"//p:x\">"
            + "<d xmlns:s=\"urn:t\">s:y</d>q:z</b>",
        copies.get(0));
  }

  @Test
  void ignoresPrefixInsideWord() {
    ElementReader in = of("<a xmlns:p='urn:p'><b>http:x sp:y</b><b>(p:x)</b></a>");
    List<String> copies = new ArrayList<>();
    in.children(() -> copies.add(in.xml()));
    assertEquals("<b xmlns=\"\">http:x sp:y</b>", copies.get(0));
    assertEquals("<b xmlns=\"\" xmlns:p=\"urn:p\">(p:x)</b>", copies.get(1));
  }

  @Test
  void readsTreeLikeBytes() {
    String xml = "<p:a xmlns:p='urn:p' q='1'><p:b>x</p:b><c/></p:a>";
    assertEquals(
        of(xml).xml(), ElementReader.of(SafeXml.parse(xml.getBytes(StandardCharsets.UTF_8))).xml());
  }

  private static ElementReader of(String xml) {
    return ElementReader.of(xml.getBytes(StandardCharsets.UTF_8));
  }
}
