package org.dharch.core.message.envelope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading of a body by handlers: its end, its single element, and its shown parts. */
class BodyReadingTest {
  private static final EnvelopeText SOAP = EnvelopeText.SOAP11.with("t", "urn:t");

  private static BodyContent content(String body) {
    return BodyContent.of(Utf8.bytes(SOAP.of(body)), Limits.DEFAULT);
  }

  /** The end is searched in ranges: a false end tag may span two of them. */
  @Test
  void bodyEndsAtItsEndTag() {
    for (int before = (1 << 18) - 60; before < (1 << 18) + 60; before++) {
      String body = "<a>" + "x".repeat(before) + "<![CDATA[</s:Body></s:Envelope>]]></a>";
      assertEquals(body, Utf8.text(content(body).bytes()));
    }
  }

  private static Optional<String> document(String body) {
    return content(body).asDocument(Limits.DEFAULT).map(Utf8::text);
  }

  @Test
  void singleElementIsADocument() {
    assertEquals(
        Optional.of(
            "<t:a xmlns=\"\" xmlns:xml=\"http://www.w3.org/XML/1998/namespace\" xmlns:s=\""
                + EnvelopeText.NS11
                + "\" xmlns:t=\"urn:t\" b='1'>x</t:a>"),
        document("<t:a b='1'>x</t:a>"));
    for (String body :
        new String[] {
          "", " ", "<a/>", " <a>x</a>", "<a>x</a> ", "<!-- x --><a>x</a>", "x", "<a>x</a><b/>"
        }) {
      assertEquals(Optional.empty(), document(body), body);
    }
    assertTrue(document("<a></a><a></a>").isPresent(), "a parser says that");
  }

  @Test
  void textElementsAreRead() {
    TextElement read =
        TextElement.inBody(
            Utf8.bytes(SOAP.of("\n <t:p a='1 &lt;' t:b='2'>x<!-- -->&amp;<![CDATA[<]]></t:p> ")),
            Limits.DEFAULT);
    assertEquals(Map.of("a", "1 <"), read.attributes());
    assertEquals("x&<", read.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "<p>x<q/></p>", "<p>x</p><q/>", "<p>x</p>y", "<p>"})
  void otherContentIsRejected(String body) {
    byte[] envelope = Utf8.bytes(SOAP.of(body));
    assertThrows(
        MalformedMessageException.class, () -> TextElement.inBody(envelope, Limits.DEFAULT));
  }

  private static String shown(String body, int most) {
    StringBuilder shown = new StringBuilder();
    ShownParts.read(
        Utf8.bytes("<?xml version='1.0'?><!-- x -->" + SOAP.of(body)),
        Set.of("q", "Header"),
        path -> path.size() > 2 && path.get(path.size() - 1).getNamespaceURI().equals("urn:t"),
        Limits.DEFAULT,
        new ShownParts.Sink() {
          @Override
          public boolean shown(byte[] bytes, int from, int to) {
            shown.append(Utf8.text(java.util.Arrays.copyOfRange(bytes, from, to)));
            return shown.length() < most;
          }

          @Override
          public void leftOut() {
            shown.append('…');
          }
        });
    return shown.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "<a b='1'>x &lt;</a>, <a b='1'>x &lt;</a>",
    "<t:q c='1'>x<t:q>y</t:q></t:q>z, <t:q c='1'>…</t:q>z",
    "<q>x</q><t:q/>, <q>x</q><t:q/>",
    "<t:a><t:q>x</t:q><t:q>y</t:q></t:a>, <t:a><t:q>…</t:q><t:q>…</t:q></t:a>",
    "<a><!-- y -->x<?p q?></a>, <a>x</a>"
  })
  void omittedElementsAreNotShown(String body, String wanted) {
    assertEquals(SOAP.of(wanted), shown(body, Integer.MAX_VALUE));
  }

  @Test
  void readingStopsWhenTheSinkNeedsNoMore() {
    assertThrows(
        MalformedMessageException.class,
        () -> shown("<a>" + "x".repeat(20_000) + "</b>", Integer.MAX_VALUE));
    String shown = shown("<a>" + "<c/>".repeat(5_000) + "</b>", 5_000);
    assertTrue(shown.length() < 10_000, () -> shown.length() + " characters");
  }
}
