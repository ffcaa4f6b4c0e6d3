package org.dharch.ws.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.types.rm200702.SequenceDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SafeXmlTest {
  private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";

  @Test
  void typesDocuments() {
    String xml =
        "<w:Sequence xmlns:w='%s'><w:Identifier>urn:a</w:Identifier><w:MessageNumber>7</w:MessageNumber></w:Sequence>"
            .formatted(RM);
    SequenceDocument typed = SafeXml.parse(utf8(xml), SequenceDocument.Factory);
    assertEquals("urn:a", typed.getSequence().getIdentifier().getStringValue());
    assertEquals(7, typed.getSequence().getMessageNumber());
    assertInstanceOf(SequenceDocument.class, SafeXml.parse(utf8(xml)));
    assertTrue(typed.validate());
  }

  @Test
  void acceptsByteOrderMarkAndEncoding() {
    String xml = "\uFEFF<?xml version='1.0' encoding='utf-8'?><a>\u00e9</a>";
    assertEquals("\u00e9", ElementReader.of(utf8(xml)).text());
  }

  @Test
  void rejectsOtherDocumentElement() {
    MalformedMessageException e =
        assertThrows(
            MalformedMessageException.class,
            () -> SafeXml.parse(utf8("<a/>"), SequenceDocument.Factory));
    assertTrue(e.getMessage().contains("Sequence"), e.getMessage());
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of("a DTD", "<!DOCTYPE a><a/>", "document type declaration"),
        Arguments.of(
            "entities",
            "<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d '&b;&b;'>]><a>&d;</a>",
            "document type declaration"),
        Arguments.of(
            "an external DTD", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", "document type"),
        Arguments.of("an entity", "<a>&b;</a>", "b"),
        Arguments.of("depth", "<a>".repeat(129) + "</a>".repeat(129), "128"),
        Arguments.of("attributes", "<a" + attributes(257) + "/>", "256"),
        Arguments.of("an attribute", "<a b='" + "c".repeat(65_537) + "'/>", "65536"),
        Arguments.of("elements", "<a>" + "<b/>".repeat(100_001) + "</a>", "100000"),
        Arguments.of("an end", "<a>", "line 1"),
        Arguments.of("two documents", "<a/><b/>", "line 1"),
        Arguments.of("nothing", "", "line 1"),
        Arguments.of("an encoding", "<?xml version='1.0' encoding='UTF-16'?><a/>", "UTF-16"),
        Arguments.of("XML 1.1", "<?xml version='1.1'?><a>&#1;</a>", "must be 1.0"),
        Arguments.of("a prefix", "<a:b/>", "a"),
        Arguments.of("a character", "<a>\u0001</a>", "line 1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void enforcesBounds(String what, String xml, String output) {
    for (boolean tree : new boolean[] {true, false}) {
      MalformedMessageException e =
          assertThrows(MalformedMessageException.class, () -> read(utf8(xml), tree), what);
      assertTrue(e.getMessage().contains(output), e.getMessage());
      assertTrue(e.getMessage().length() < 500 && !e.getMessage().contains("\n"), e.getMessage());
    }
  }

  @Test
  void rejectsInvalidUtf8() {
    byte[] xml = "<a>\u00e9</a>".getBytes(StandardCharsets.ISO_8859_1);
    assertThrows(MalformedMessageException.class, () -> read(xml, true));
    assertThrows(MalformedMessageException.class, () -> read(xml, false));
  }

  @Test
  void rejectsLongDocumentUnread() {
    byte[] xml = new byte[SafeXml.MAX_BYTES + 1];
    MalformedMessageException e =
        assertThrows(MalformedMessageException.class, () -> SafeXml.reader(xml));
    assertEquals("the XML must have at most 16000000 bytes (got 16000001)", e.getMessage());
  }

  @Test
  void readsLongTextInPieces() {
    String text = "x".repeat(900_000);
    assertEquals(text, ElementReader.of(utf8("<a>" + text + "</a>")).text());
  }

  private static void read(byte[] xml, boolean tree) {
    if (tree) {
      XmlObject ignored = SafeXml.parse(xml);
      assertTrue(ignored.xmlText().length() > 0);
    } else {
      ElementReader.of(xml).xml();
      ElementReader.of(xml).children(() -> {});
    }
  }

  private static String attributes(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(" b").append(i).append("=''");
    }
    return text.toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
