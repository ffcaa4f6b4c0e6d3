package org.dharch.core.message.envelope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;

final class BlockTextTest {
  private static List<String> texts(String header) {
    String envelope =
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:h='urn:h'>"
            + header
            + "<s:Body><<< not read";
    return Envelopes.headerTexts(envelope.getBytes(StandardCharsets.UTF_8), Limits.DEFAULT);
  }

  private static List<String> block(String block) {
    return texts("<s:Header>" + block + "</s:Header>");
  }

  @Test
  void notationDoesNotMatter() {
    assertEquals(
        block("<h:a k='1' h:l='&lt;'><h:b/>x&amp;<![CDATA[y]]><!-- c -->z<?p i?></h:a> "),
        block("\n<a xmlns='urn:h' xmlns:q='urn:h' q:l=\"&#60;\" k=\"1\"><q:b></q:b>x&#38;yz</a>"));
  }

  @Test
  void contentMatters() {
    List<String> all =
        List.of(
            "<h:a/>",
            "<h:a><h:a/></h:a>",
            "<h:a/><h:a/>",
            "<h:a>x</h:a>",
            "<h:a> x</h:a>",
            "<h:a>x<h:b/></h:a>",
            "<h:a><h:b/>x</h:a>",
            "<h:a><h:b>x</h:b></h:a>",
            "<a>x</a>",
            "<h:a x=''/>",
            "<h:a h:x=''/>",
            "<h:a x='' y=''/>",
            "<h:a x='y'/>",
            "<h:a x='Ay=0 '/>",
            "<h:a>T1 x</h:a>",
            "<h:a>/</h:a>");
    for (String one : all) {
      for (String other : all) {
        if (one.equals(other)) {
          assertEquals(block(one), block(other));
        } else {
          assertNotEquals(block(one), block(other), one + " " + other);
        }
      }
    }
  }

  @Test
  void everyReaderYieldsTheSameText() {
    BlockText actual = new BlockText();
    actual.start(new QName("urn:h", "a"), Map.of("{urn:h}l", "2", "k", "1"));
    actual.text("x");
    actual.text("y");
    actual.start(new QName("b"), Map.of());
    actual.end();
    actual.end();
    assertEquals(List.of(actual.toString()), block("<h:a k='1' h:l='2'>x<!-- c -->y<b/></h:a>"));
  }

  @Test
  void envelopeWithoutHeaderHasNoText() {
    assertEquals(List.of(), texts(""));
    assertEquals(List.of(), block(" "));
    assertThrows(
        MalformedMessageException.class,
        () -> Envelopes.headerTexts("<a/>".getBytes(StandardCharsets.UTF_8), Limits.DEFAULT));
  }
}
