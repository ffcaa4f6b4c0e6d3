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
  void namespaceOfUsedPrefixMatters() {
    List<String> all =
        List.of(
            "<h:a k='h:x'/>",
            "<h:a k='h:x' xmlns:h='urn:h'/>",
            "<a xmlns='urn:h' xmlns:h='urn:i' k='h:x'/>",
            "<h:a>h:x</h:a>",
            "<a xmlns='urn:h' xmlns:h='urn:i'>h:x</a>");
    assertEquals(block(all.get(0)), block(all.get(1)));
    assertNotEquals(block(all.get(1)), block(all.get(2)));
    assertNotEquals(block(all.get(3)), block(all.get(4)));
  }

  @Test
  void everyReaderYieldsTheSameText() {
    BlockText actual = new BlockText();
    actual.start(new QName("urn:h", "a"), Map.of("{urn:h}l", "2", "k", "1"), prefix -> null);
    actual.text("x", prefix -> null);
    actual.text("y", prefix -> null);
    actual.start(new QName("b"), Map.of(), prefix -> null);
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
