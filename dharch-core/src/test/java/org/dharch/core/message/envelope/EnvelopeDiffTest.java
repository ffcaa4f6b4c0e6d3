package org.dharch.core.message.envelope;

import static org.dharch.core.message.envelope.MessageParts.element;
import static org.dharch.core.message.envelope.MessageParts.envelope;
import static org.dharch.core.message.envelope.MessageParts.header;
import static org.dharch.core.message.envelope.MessageParts.ref;
import static org.dharch.testing.EnvelopeText.NS11;
import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvelopeDiffTest {

  private static Changes diff(String before, String after) {
    return EnvelopeDiff.between(bytes(before), bytes(after), Limits.DEFAULT);
  }

  private static Map<String, String> replaced(Changes changes) {
    Map<String, String> result = new LinkedHashMap<>();
    changes.replaced().forEach((part, bytes) -> result.put(part.toString(), text(bytes)));
    return result;
  }

  private static void refused(String message, String before, String after) {
    assertEquals(
        message,
        assertThrows(MalformedMessageException.class, () -> diff(before, after)).getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "<b:x/> | <b:x></b:x>",
        "<b:x  k='1' l='2' ></b:x> | <b:x l=\"2\" k=\"1\"/>",
        "<b:x/> | <c:x xmlns:c='urn:b'/>",
        "<b:x/> | <x xmlns='urn:b' xmlns:unused='urn:u'/>",
        "<b:x h:k='1'/> | <b:x xmlns:g='urn:h' g:k='1'/>",
        "<b:x>a&amp;b</b:x> | <b:x><![CDATA[a]]>&#38;<![CDATA[b]]></b:x>",
        "<b:x>&gt;'</b:x> | <b:x>>&apos;</b:x>",
        "<b:x k='a&#x20;b'/> | <b:x k='a\tb'/>",
        "<b:x>\u00e4</b:x> | <b:x>&#xE4;</b:x>",
        "<b:x>\ud83d\ude00</b:x> | <b:x>&#128512;</b:x>",
        "<b:x></b:x> | <b:x><![CDATA[]]></b:x>",
        "<b:x k='&quot;'/> | <b:x k='\"'/>",
      })
  void notationIsNoDifference(String one, String two) {
    assertSame(Changes.NONE, diff(envelope("", one), envelope("", two)));
    assertSame(Changes.NONE, diff(envelope("", two), envelope("", one)));
    String h1 = "<s:Header>" + one.replace("b:x", "h:x") + "</s:Header>";
    String h2 =
        "<s:Header>\n" + two.replace("urn:b", "urn:h").replace("b:x", "h:x") + "</s:Header>";
    assertSame(Changes.NONE, diff(envelope(h1, ""), envelope(h2, "")));
  }

  @Test
  void lineBreaksAreNoDifference() {
    assertSame(
        Changes.NONE,
        diff(
            envelope("", "<b:x k='a\r\nb'>\r\n\r<!--\r\n--></b:x>"),
            envelope("", "<b:x k='a b'>\n\n<!--\n--></b:x>")));
  }

  @Test
  void otherPrefixesForSoapItselfAreNoDifference() {
    assertSame(
        Changes.NONE,
        diff(
            envelope("<s:Header><h:a s:mustUnderstand='1'/></s:Header>", "<b:x/>"),
            "<?xml version='1.0'?><Envelope xmlns='"
                + NS11
                + "'><Header>\n<a xmlns='urn:h' xmlns:soap='"
                + NS11
                + "' soap:mustUnderstand='1'/></Header> <Body><x"
                + " xmlns='urn:b'/></Body></Envelope>"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "<b:x>1</b:x> | <b:x>2</b:x> | body/{urn:b}x | <b:x>2</b:x>",
        "<b:x k='1'/> | <b:x k='2'/> | body/{urn:b}x | <b:x k='2'/>",
        "<b:x k='1'/> | <b:x h:k='1'/> | body/{urn:b}x | <b:x h:k='1'/>",
        "<b:x k='1'/> | <b:x/> | body/{urn:b}x | <b:x/>",
        "<b:x><b:y/><b:y>1</b:y></b:x> | <b:x><b:y/><b:y>2</b:y></b:x> | body/{urn:b}x/{urn:b}y[1]"
            + " | <b:y>2</b:y>",
        "<b:x><b:y/></b:x> | <b:x><b:y/><b:y/></b:x> | body/{urn:b}x | <b:x><b:y/><b:y/></b:x>",
        "<b:x><b:y>1</b:y></b:x> | <b:x><b:y>2</b:y><b:y/></b:x> | body/{urn:b}x"
            + " | <b:x><b:y>2</b:y><b:y/></b:x>",
        "<b:x><b:y/> </b:x> | <b:x><b:y/></b:x> | body/{urn:b}x | <b:x><b:y/></b:x>",
        "<b:x><!--1--></b:x> | <b:x><!--2--></b:x> | body/{urn:b}x | <b:x><!--2--></b:x>",
        "<b:x><?p 1?></b:x> | <b:x/> | body/{urn:b}x | <b:x/>",
        "<b:x/> | <b:y/> | body | <b:y/>",
        "<b:x/> | <b:x/><b:x/> | body | <b:x/><b:x/>",
        "<b:x/> | ` <b:x/>` | body | ` <b:x/>`",
        "<b:x/><b:x/> | <b:x/> | body | <b:x/>",
        "<b:x><b:y/>1</b:x> | <b:x><b:y k='v'/>2</b:x> | body/{urn:b}x | <b:x><b:y k='v'/>2</b:x>",
        "<b:x b:k='a&#10;b'/> | <b:x b:k='a b'/> | body/{urn:b}x | <b:x b:k='a b'/>",
      })
  void findsTheSmallestChangedPart(String before, String after, String part, String bytes) {
    Changes changes = diff(envelope("", before), envelope("", after));
    assertEquals(Map.of(part, bytes), replaced(changes));
    assertEquals(
        envelope("", after),
        text(Merge.apply(bytes(envelope("", before)), changes, Limits.DEFAULT)));
  }

  @Test
  void findsSeveralElementsInOnePass() {
    String body =
        "<b:x><b:y><b:z>1</b:z><b:q/></b:y><b:y>2</b:y><b:y><b:z>3</b:z></b:y></b:x><b:x/>";
    String after = body.replace("1", "11").replace("2", "22").replace("<b:x/>", "<b:x k='v'/>");
    assertEquals(
        Map.of(
            "body/{urn:b}x/{urn:b}y/{urn:b}z", "<b:z>11</b:z>",
            "body/{urn:b}x/{urn:b}y[1]", "<b:y>22</b:y>",
            "body/{urn:b}x[1]", "<b:x k='v'/>"),
        replaced(diff(envelope("", body), envelope("", after))));
  }

  @Test
  void emptyBodyCanBeFilledAndEmptied() {
    String empty = "<s:Envelope xmlns:s='" + NS11 + "'><s:Body/></s:Envelope>";
    String full = empty.replace("<s:Body/>", "<s:Body>\u00e4</s:Body>");
    assertEquals(Map.of("body", "\u00e4"), replaced(diff(empty, full)));
    assertEquals(Map.of("body", ""), replaced(diff(full, empty)));
    assertSame(Changes.NONE, diff(empty, empty.replace("/>", "></s:Body>")));
  }

  @Test
  void headersAreReplacedAddedAndRemoved() {
    String before = envelope("<s:Header><h:a>1</h:a><h:b/><h:a>2</h:a><h:c/></s:Header>", "<b:x/>");
    String after =
        envelope(
            "<s:Header><h:n2/><h:a>1</h:a><h:n1/><h:a>3</h:a><h:c></h:c></s:Header>", "<b:x/>");
    Changes changes = diff(before, after);
    assertEquals(Map.of("header {urn:h}a[1]", "<h:a>3</h:a>"), replaced(changes));
    assertEquals(Set.of(ref("b", 0)), changes.removedHeaders());
    assertEquals(
        List.of("<h:n2/>", "<h:n1/>"), changes.addedHeaders().stream().map(Utf8::text).toList());
  }

  @Test
  void removesTheRightBlockOfSeveral() {
    String before = envelope("<s:Header><h:a>1</h:a><h:a>2</h:a><h:a>3</h:a></s:Header>", "");
    Changes changes = diff(before, before.replace("<h:a>2</h:a>", ""));
    assertEquals(Set.of(ref("a", 1)), changes.removedHeaders());
    assertEquals(Map.of(), changes.replaced());
    changes = diff(before, before.replace("<h:a>2</h:a>", "").replace("1", "4"));
    assertEquals(Set.of(ref("a", 1)), changes.removedHeaders());
    assertEquals(Map.of("header {urn:h}a", "<h:a>4</h:a>"), replaced(changes));
  }

  @Test
  void wholeHeaderCanBeAddedAndRemoved() {
    String with = envelope("<s:Header><h:a/></s:Header>", "");
    assertEquals(Set.of(ref("a", 0)), diff(with, envelope("", "")).removedHeaders());
    Changes changes = diff(envelope("", ""), with);
    assertEquals(with, text(Merge.apply(bytes(envelope("", "")), changes, Limits.DEFAULT)));
    assertSame(Changes.NONE, diff(envelope("", ""), envelope("<s:Header/>", "")));
  }

  @Test
  void newBytesCarryTheNamespacesTheyNeed() {
    String before = envelope("", "<b:x><b:y/><b:z/></b:x>");
    String after =
        "<e:Envelope xmlns:e='"
            + NS11
            + "' xmlns='urn:d' xmlns:xsi='urn:i' xmlns:h='urn:other'>"
            + "<e:Header><new/></e:Header><e:Body xmlns:xsd='urn:s'><q:x xmlns:q='urn:b'><q:y"
            + " xsi:type='xsd:int'><k xmlns=''/></q:y><q:z/></q:x></e:Body></e:Envelope>";
    Changes changes = diff(before, after);
    assertEquals(
        Map.of(
            "body/{urn:b}x/{urn:b}y",
            "<q:y xmlns=\"urn:d\" xmlns:e=\""
                + NS11
                + "\" xmlns:xsi=\"urn:i\""
                + " xmlns:h=\"urn:other\" xmlns:xsd=\"urn:s\" xmlns:q=\"urn:b\" xsi:type='xsd:int'>"
                + "<k xmlns=''/></q:y>"),
        replaced(changes));
    assertEquals(
        "<new xmlns=\"urn:d\" xmlns:e=\"" + NS11 + "\" xmlns:xsi=\"urn:i\" xmlns:h=\"urn:other\"/>",
        text(changes.addedHeaders().get(0)));
    Merge.apply(bytes(before), changes, Limits.DEFAULT);
  }

  @Test
  void removedDefaultNamespaceIsUndeclared() {
    String before =
        "<Envelope xmlns='" + NS11 + "'><Body><a xmlns='urn:a'><b/></a></Body></Envelope>";
    String after =
        "<s:Envelope xmlns:s='"
            + NS11
            + "'><s:Header><n u='&lt;'/></s:Header><s:Body><p:a xmlns:p='urn:a'><p:b><c"
            + " xmlns:u='&quot;&lt;&amp;'/></p:b></p:a></s:Body></s:Envelope>";
    byte[] merged = Merge.apply(bytes(before), diff(before, after), Limits.DEFAULT);
    assertSame(Changes.NONE, EnvelopeDiff.between(merged, bytes(after), Limits.DEFAULT));
    assertSame(Changes.NONE, EnvelopeDiff.between(bytes(after), merged, Limits.DEFAULT));
  }

  @Test
  void equalBytesInAnotherNamespaceAreADifference() {
    String before = envelope("<s:Header><h:a/></s:Header>", "<b:x><b:y/></b:x>");
    Changes changes = diff(before, before.replace("urn:b", "urn:c").replace("urn:h", "urn:i"));
    assertEquals(Set.of("body"), replaced(changes).keySet());
    assertEquals(Set.of(ref("a", 0)), changes.removedHeaders());
    assertEquals(1, changes.addedHeaders().size());
  }

  /** Fault E4: one removed and another added were two replaced, and both kept their flags. */
  @Test
  void removedAndAddedBlocksAreNotReplacements() {
    String before = envelope("<s:Header><h:a>1</h:a><h:a>2</h:a></s:Header>", "");
    Changes changes =
        diff(before, before.replace("<h:a>1</h:a>", "").replace("</s:H", "<h:a>3</h:a></s:H"));
    assertEquals(Map.of(), replaced(changes));
    assertEquals(Set.of(ref("a", 0)), changes.removedHeaders());
    assertEquals(List.of("<h:a>3</h:a>"), changes.addedHeaders().stream().map(Utf8::text).toList());
  }

  /** Fault E4: a block before another of its name cannot be added, only replace it. */
  @Test
  void blocksOfOneNameKeepTheirOrder() {
    String before = envelope("<s:Header><h:a>1</h:a><h:a>2</h:a></s:Header>", "");
    for (String after :
        List.of(
            "<h:a>0</h:a><h:a>1</h:a><h:a>2</h:a>",
            "<h:a>2</h:a><h:a>1</h:a>",
            "<h:a>1</h:a><h:a>9</h:a><h:a>2</h:a>")) {
      String whole = envelope("<s:Header>" + after + "</s:Header>", "");
      assertTrue(
          Utf8.text(Merge.apply(Utf8.bytes(before), diff(before, whole), Limits.DEFAULT))
              .contains(after),
          after);
    }
  }

  @Test
  void changesThatCannotBeCarriedAreRejected() {
    String before = envelope("<s:Header/>", "<b:x/>");
    refused(
        "a soap:Header with attributes was removed; header blocks can be",
        before.replace("<s:Header/>", "<s:Header h:k='1'/>"),
        before.replace("<s:Header/>", ""));
    refused(
        "a soap:Header with attributes was added; header blocks can be",
        before.replace("<s:Header/>", ""),
        before.replace("<s:Header/>", "<s:Header h:k='1'/>"));
    refused(
        "attributes of body: prefix 'h' is already bound to 'urn:h' there",
        before,
        before.replace("<s:Body>", "<s:Body xmlns:h='urn:z' h:k='1'>"));
    refused(
        "envelope, byte 130, line 1: soap:Body must be single and last (got {urn:b}x after it)",
        before,
        before.replace("</s:Body>", "</s:Body><b:x/>"));
    refused(
        "the envelope's namespace must be " + NS11 + " (got " + EnvelopeScanner.SOAP12 + ")",
        before,
        before.replace(NS11, EnvelopeScanner.SOAP12));
  }

  @Test
  void resultMustBeWellFormedToItsEnd() {
    String before = envelope("", "<b:x>1</b:x><b:y/>");
    for (String after :
        List.of(
            before.replace(">1<", ">2<").replace("<b:y/>", "<b:y>"),
            before.replace("<b:x>1</b:x>", "<b:z/>").replace("<b:y/>", "&x;"),
            before.replace(">1<", ">2<") + "<x/>",
            before.replace(">1<", ">2<") + "x",
            before.replace(">1<", ">2<").replace("</s:Body>", "</s:Body>x"),
            before.replace(">1<", ">2<").replace("</s:Envelope>", ""),
            "rubbish",
            "")) {
      assertThrows(MalformedMessageException.class, () -> diff(before, after), after);
    }
  }

  @Test
  void addedHeadersAreCheckedButNotCompared() {
    Changes changes =
        EnvelopeDiff.addedHeaders(
            1, List.of(bytes(" <n:a xmlns:n='urn:n'>1</n:a>\n"), bytes("<new/>")), Limits.DEFAULT);
    assertEquals(
        List.of("<n:a xmlns:n='urn:n'>1</n:a>", "<new/>"),
        changes.addedHeaders().stream().map(Utf8::text).toList());
    assertEquals(Changes.NONE, EnvelopeDiff.addedHeaders(1, List.of(), Limits.DEFAULT));
    assertEquals(
        "new header, byte 0, line 1: TEXT outside the element; must be one element",
        assertThrows(
                MalformedMessageException.class,
                () -> EnvelopeDiff.addedHeaders(0, List.of(bytes("x")), Limits.DEFAULT))
            .getMessage());
    int most = Limits.DEFAULT.maxHeaderBlocks();
    assertEquals(
        "the envelope must have at most maxHeaderBlocks="
            + most
            + " header blocks (got "
            + (most + 1)
            + ")",
        assertThrows(
                MalformedMessageException.class,
                () -> EnvelopeDiff.addedHeaders(most, List.of(bytes("<new/>")), Limits.DEFAULT))
            .getMessage());
  }

  @Test
  void partsAreSelfContained() {
    byte[] envelope =
        bytes(envelope("<s:Header><h:a k='h:v'/></s:Header>", "<b:x><b:y/><b:y>1</b:y></b:x>"));
    assertEquals(List.of(ref("a", 0)), Envelopes.headers(envelope, Limits.DEFAULT));
    String declared = " xmlns:s=\"" + NS11 + "\" xmlns:h=\"urn:h\" xmlns:b=\"urn:b\"";
    assertEquals(
        "<h:a" + declared + " k='h:v'/>",
        text(Envelopes.part(envelope, header("a"), Limits.DEFAULT).orElseThrow()));
    assertEquals(
        "<b:y" + declared + ">1</b:y>",
        text(Envelopes.part(envelope, element("x", "y[1]"), Limits.DEFAULT).orElseThrow()));
    assertEquals(
        "<b:x" + declared + "><b:y/><b:y>1</b:y></b:x>",
        text(Envelopes.part(envelope, Part.body(), Limits.DEFAULT).orElseThrow()));
    assertEquals(true, Envelopes.part(envelope, element("x", "z"), Limits.DEFAULT).isEmpty());
  }
}
