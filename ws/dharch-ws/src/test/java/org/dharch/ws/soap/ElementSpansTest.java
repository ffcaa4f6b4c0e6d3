package org.dharch.ws.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javax.xml.namespace.QName;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;

class ElementSpansTest {
  private static List<String> texts(String xml) {
    return ElementSpans.of(xml).children().stream()
        .map(child -> xml.substring(child.start(), child.end()))
        .toList();
  }

  @Test
  void locatesChildren() {
    String xml =
        "<a:r xmlns:a='urn:a' x='>'>\r\n <a:b>é&lt;<c/></a:b><!-- <d/> --><c q='/>' />"
            + " 𝄞<d\t></d ></a:r>";
    assertEquals(List.of("<a:b>é&lt;<c/></a:b>", "<c q='/>' />", "<d\t></d >"), texts(xml));
    ElementSpans spans = ElementSpans.of(xml);
    assertEquals(new QName("urn:a", "r"), spans.name());
    assertEquals("<a:r xmlns:a='urn:a' x='>'>", xml.substring(spans.start(), spans.content()));
    assertEquals("</a:r>", xml.substring(spans.contentEnd()));
    assertFalse(spans.isEmptyTag());
    assertEquals(3, spans.depth());
  }

  @Test
  void locatesEmptyElement() {
    ElementSpans empty = ElementSpans.of("<?xml version='1.0'?><r a='1'/>");
    assertTrue(empty.isEmptyTag());
    assertEquals(List.of(), empty.children());
    assertEquals(1, empty.depth());
    assertFalse(ElementSpans.of("<r></r>").isEmptyTag());
  }

  @Test
  void locatesManyChildren() {
    String child = "<x y='ü'>" + "z".repeat(997) + "</x>";
    String xml = "<r>" + (child + "\n").repeat(1_000) + "</r>";
    List<String> texts = texts(xml);
    assertEquals(1_000, texts.size());
    assertTrue(texts.stream().allMatch(child::equals));
  }

  @Test
  void rejectsInvalidDocuments() {
    for (String xml : new String[] {"", "<r>", "<!DOCTYPE r><r/>", "<r/><r/>", "<r>&x;</r>"}) {
      assertThrows(MalformedMessageException.class, () -> ElementSpans.of(xml), xml);
    }
  }
}
