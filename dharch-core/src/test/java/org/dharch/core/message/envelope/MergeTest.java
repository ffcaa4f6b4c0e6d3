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

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.DomXml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergeTest {
  private static final String HEADERS =
      "<s:Header> <h:one x='1>2'/> <!-- <h:two> --><h:two>a</h:two><h:one><![CDATA[</s:Header>]]>"
          + "</h:one></s:Header>";

  private static String merged(String envelope, Changes.Builder changes) {
    return text(Merge.apply(bytes(envelope), changes.build(), Limits.DEFAULT));
  }

  private static Changes.Builder change() {
    return Changes.builder();
  }

  private static void refused(String message, String envelope, Changes.Builder changes) {
    assertEquals(
        message,
        assertThrows(MalformedMessageException.class, () -> merged(envelope, changes))
            .getMessage());
  }

  @Test
  void unchangedEnvelopeIsTheSameArray() {
    byte[] envelope = bytes("not even looked at");
    Changes properties = change().property("a", 1).processed(ref("one", 0)).build();
    assertSame(envelope, Merge.apply(envelope, properties, Limits.DEFAULT));
  }

  @Test
  void headerBlockIsReplacedInPlace() {
    String envelope = envelope(HEADERS, "<b:x>&amp;</b:x >");
    assertEquals(
        envelope.replace("<h:two>a</h:two>", "<h:two>\u00e4</h:two>"),
        merged(envelope, change().replace(header("two"), bytes("\n<h:two>\u00e4</h:two> "))));
    assertEquals(
        envelope.replace("<h:one><![CDATA[</s:Header>]]></h:one>", "<h:one/>"),
        merged(envelope, change().replace(new Part.Header(ref("one", 1)), bytes("<h:one/>"))));
  }

  @Test
  void headerBlocksAreRemovedAndAdded() {
    String envelope = envelope(HEADERS, "");
    assertEquals(
        envelope
            .replace("<h:one x='1>2'/>", "")
            .replace("</s:Header><s:B", "<h:a/><h:b/></s:Header><s:B"),
        merged(
            envelope,
            change()
                .addHeader(bytes("<h:a/>"))
                .removeHeader(ref("one", 0))
                .addHeader(bytes("<h:b/>"))));
  }

  @Test
  void missingHeaderIsCreated() {
    assertEquals(
        envelope("<s:Header><h:a/></s:Header>", "x"),
        merged(envelope("", "x"), change().addHeader(bytes("<h:a/>"))));
    assertEquals(
        envelope("<s:Header h:x='/>' ><h:a/><h:a/></s:Header>", "x"),
        merged(
            envelope("<s:Header h:x='/>' />", "x"),
            change().addHeader(bytes("<h:a/>")).addHeader(bytes("<h:a/>"))));
    assertEquals(
        "<Envelope xmlns='" + NS11 + "'><Header><a xmlns=''/></Header><Body/></Envelope>",
        merged(
            "<Envelope xmlns='" + NS11 + "'><Body/></Envelope>",
            change().addHeader(bytes("<a xmlns=''/>"))));
  }

  @Test
  void theBodysContentIsReplaced() {
    assertEquals(
        envelope(HEADERS, "<b:y/>text<b:z/>"),
        merged(
            envelope(HEADERS, "<b:x/>"), change().replace(Part.body(), bytes("<b:y/>text<b:z/>"))));
    String empty = "<s:Envelope xmlns:s='" + NS11 + "'><s:Body  /></s:Envelope>";
    assertEquals(
        empty.replace("<s:Body  />", "<s:Body  >a</s:Body>"),
        merged(empty, change().replace(Part.body(), bytes("a"))));
    String comment = envelope("", "<b:x/>").replace("</s:Env", "<!-- </s:Body></s:Env --></s:Env");
    assertEquals(
        comment.replace("<b:x/>", ""), merged(comment, change().replace(Part.body(), bytes(""))));
  }

  @Test
  void elementsInsideTheBodyAreReplacedByPath() {
    String body =
        "<b:x> <b:y>1</b:y><!-- <b:y/> --><b:y k='b:y'><b:z/><z xmlns='urn:b'>2</z></b:y>"
            + "<c:y xmlns:c='urn:c'/></b:x><b:x><b:y/></b:x>";
    assertEquals(
        envelope("", body.replace("<z xmlns='urn:b'>2</z>", "<b:z>3</b:z>").replace("1", "11")),
        merged(
            envelope("", body),
            change()
                .replace(element("x", "y[1]", "z[1]"), bytes("<b:z>3</b:z>"))
                .replace(element("x", "y"), bytes("<b:y>11</b:y>"))));
    assertEquals(
        envelope("", body.replace("<b:x><b:y/></b:x>", "<b:x><b:n/></b:x>")),
        merged(envelope("", body), change().replace(element("x[1]", "y"), bytes("<b:n/>"))));
  }

  @Test
  void severalChangesAreOneSplice() {
    String envelope = envelope(HEADERS, "<b:x><b:y/></b:x>");
    assertEquals(
        envelope
            .replace("<h:two>a</h:two>", "<h:two/>")
            .replace("<h:one x='1>2'/>", "")
            .replace("</s:Header><s:B", "<h:n/></s:Header><s:B")
            .replace("<b:y/>", "<b:y>new</b:y>"),
        merged(
            envelope,
            change()
                .replace(element("x", "y"), bytes("<b:y>new</b:y>"))
                .addHeader(bytes("<h:n/>"))
                .replace(header("two"), bytes("<h:two/>"))
                .removeHeader(ref("one", 0))));
  }

  @Test
  void everyNotationOfAnEnvelopeIsRead() {
    String envelope =
        "\uFEFF<?xml version=\"1.0\" encoding='utf-8' ?>\r\n<!-- > --><?pi <x ?>\n<\u00e9:Envelope"
            + " xmlns:\u00e9=\""
            + EnvelopeScanner.SOAP12
            + "\"\n"
            + " a=\"-->\"><!--<\u00e9:Header>--> <\u00e9:Header><q xmlns='urn:h'/></\u00e9:Header"
            + " >\n"
            + "<?p?><\u00e9:Body\t>\u65e5\u672c \ud83d\ude00</\u00e9:Body\n"
            + "></\u00e9:Envelope >\n"
            + "<!-- end -->";
    assertEquals(
        envelope.replace("<q xmlns='urn:h'/>", "<k:q xmlns:k='urn:h'/>").replace("\u65e5", ""),
        merged(
            envelope,
            change()
                .replace(header("q"), bytes("<k:q xmlns:k='urn:h'/>"))
                .replace(Part.body(), bytes("\u672c \ud83d\ude00"))));
  }

  @Test
  void unchangedBodyIsNotRead() {
    String rubbish = envelope("<s:Header><h:a/></s:Header>", "<<< & \u0000 </no>");
    assertEquals(
        rubbish.replace("<h:a/>", ""), merged(rubbish, change().removeHeader(ref("a", 0))));
  }

  @Test
  void missingPartsCannotBeChanged() {
    String envelope = envelope("<s:Header><h:a/></s:Header>", "<b:x/>");
    refused(
        "header {urn:h}b is not in the envelope; it must be one of [{urn:h}a]",
        envelope,
        change().replace(header("b"), bytes("<h:b/>")));
    refused(
        "header {urn:h}a[1] is not in the envelope; it must be one of [{urn:h}a]",
        envelope,
        change().removeHeader(ref("a", 1)));
    refused(
        "body/{urn:b}x/{urn:b}y is not in the envelope",
        envelope,
        change().replace(element("x", "y"), bytes("<b:y/>")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "text",
        "<h:a/><h:a/>",
        "<h:a/>x",
        "<h:a>",
        "<h:a></h:b>",
        "</h:a>",
        "<n:a/>",
        "<h:a n:b=''/>",
        "<h:a b='1' b='2'/>",
        "<h:a b='<'/>",
        "<h:a>&x;</h:a>",
        "<h:a>&#0;</h:a>",
        "<h:a>]]></h:a>",
        "<!DOCTYPE a><h:a/>",
        "<?xml version='1.0'?><h:a/>",
        "<h:a><!-- -- --></h:a>",
        "<h:a b=c/>",
        "<h:a b/>",
        "<h:a b='1'c='2'/>",
        "<h:a",
        "<h:a b='",
        "<h:a><![CDATA[",
        "<h:a><!--",
        "<h:a>\u0001</h:a>",
        "<h:a xmlns:x=''/>",
        "<h:a:b/>",
        "<1/>",
        "<h:a xmlns:p='urn:h' h:x='' p:x=''/>",
        "\uFEFF<h:a/>",
        "<h:a>\uFFFE</h:a>",
        "<h:a><?xml ?></h:a>",
        "<h:a><?p i?></h:a>",
        "<h:a/><?p i?>",
        "<h:a>&lt</h:a>",
        "<h:a><?p:i?></h:a>",
        "<h:b/>",
        "<a/>",
        "<!--x--><h:a/>",
        "<h:a b='&'/>",
        "<h:a/ >",
        "< h:a/>",
        "<h:a></ h:a>",
        "<xmlns:a/>"
      })
  void newHeaderMustBeOneWellFormedElement(String block) {
    String envelope = envelope("<s:Header><h:a/></s:Header>", "<b:x/>");
    String message =
        assertThrows(
                MalformedMessageException.class,
                () -> merged(envelope, change().replace(header("a"), bytes(block))))
            .getMessage();
    assertTrue(message.startsWith("header {urn:h}a"), message);
  }

  @Test
  void errorsHavePartByteAndLine() {
    refused(
        "body, byte 11, line 3: end tag 'b:z' where 'b:y' is open",
        envelope("", ""),
        change().replace(Part.body(), bytes("<b:y>\n\u00e4 \n </b:z>")));
    refused(
        "body, byte 5, line 1: a processing instruction, which SOAP does not allow",
        envelope("", ""),
        change().replace(Part.body(), bytes("<b:y><?p i?></b:y>")));
    refused(
        "body/{urn:b}x, byte 5, line 1: a processing instruction, which SOAP does not allow",
        envelope("", "<b:x/>"),
        change().replace(element("x"), bytes("<b:x><?p i?></b:x>")));
    refused(
        "added header 0, byte 1, line 1: prefix 'n' is not declared",
        envelope("", ""),
        change().addHeader(bytes("<n:a/>")));
    refused(
        "body/{urn:b}x, byte 6, line 1: EMPTY outside the element; must be one element",
        envelope("", "<b:x/>"),
        change().replace(element("x"), bytes("<b:x/><b:x/>")));
  }

  @Test
  void contradictoryChangesAreRejected() {
    String envelope = envelope("<s:Header><h:a/></s:Header>", "<b:x><b:y/></b:x>");
    refused(
        "header {urn:h}a must not be both replaced and removed",
        envelope,
        change().replace(header("a"), bytes("<h:a/>")).removeHeader(ref("a", 0)));
    refused(
        "the body and body/{urn:b}x must not both be replaced",
        envelope,
        change().replace(Part.body(), bytes("")).replace(element("x"), bytes("<b:x/>")));
    refused(
        "body/{urn:b}x and body/{urn:b}x/{urn:b}y must not both be replaced",
        envelope,
        change()
            .replace(element("x", "y"), bytes("<b:y/>"))
            .replace(element("x"), bytes("<b:x/>")));
  }

  @Test
  void limitsAreEnforced() {
    Limits small = new Limits(300, 1, 1, 2, 4, 2);
    byte[] envelope = bytes(envelope("<s:Header><h:a/></s:Header>", "<b:x/>"));
    for (Changes changes :
        List.of(
            change().addHeader(bytes("<h:a/>")).addHeader(bytes("<h:a/>")).build(),
            change().addHeader(bytes("<h:a>" + "x".repeat(200) + "</h:a>")).build(),
            change().addHeader(bytes("<h:a><h:b><h:c/></h:b></h:a>")).build(),
            change().addHeader(bytes("<h:a a='' b='' c=''/>")).build())) {
      String message =
          assertThrows(MalformedMessageException.class, () -> Merge.apply(envelope, changes, small))
              .getMessage();
      assertTrue(
          message.matches(
              ".*(maxHeaderBlocks=2 header blocks|maxPayloadBytes=300 bytes|depth=5 >"
                  + " maxDepth=4|attributes=3 > maxAttributes=2).*"),
          message);
    }
  }

  @Test
  void applyAllEqualsSequentialMerges() {
    byte[] envelope = bytes(envelope(HEADERS, "<b:x><b:y/><b:y/></b:x>"));
    Changes first =
        change()
            .removeHeader(ref("one", 0))
            .addHeader(bytes("<h:new>1</h:new>"))
            .replace(element("x", "y"), bytes("<b:y>1</b:y>"))
            .build();
    Changes second =
        change()
            .removeHeader(ref("one", 0))
            .replace(new Part.Header(ref("one", 1)), bytes("<h:one>2</h:one>"))
            .addHeader(bytes("<h:new>2</h:new>"))
            .replace(element("x", "y[1]"), bytes("<b:y>2</b:y>"))
            .build();
    Changes secondAfterFirst =
        change()
            .replace(new Part.Header(ref("one", 0)), bytes("<h:one>2</h:one>"))
            .addHeader(bytes("<h:new>2</h:new>"))
            .replace(element("x", "y[1]"), bytes("<b:y>2</b:y>"))
            .build();
    byte[] oneByOne = Merge.apply(envelope, first, Limits.DEFAULT);
    oneByOne = Merge.apply(oneByOne, secondAfterFirst, Limits.DEFAULT);
    assertEquals(
        text(oneByOne), text(Merge.applyAll(envelope, List.of(first, second), Limits.DEFAULT)));
  }

  @Test
  void conflicts() {
    Changes replaced = change().replace(header("a"), bytes("<h:a/>")).build();
    Changes differently = change().replace(header("a"), bytes("<h:a>x</h:a>")).build();
    Changes removed = change().removeHeader(ref("a", 0)).build();
    Changes added = change().addHeader(bytes("<h:a/>")).build();
    Changes body = change().replace(Part.body(), bytes("")).build();
    Changes element = change().replace(element("x"), bytes("<b:x/>")).build();
    Changes inner = change().replace(element("x", "y"), bytes("<b:y/>")).build();
    Changes sibling = change().replace(element("x[1]"), bytes("<b:x/>")).build();
    Changes one = change().property("p", 1).build();
    Changes two = change().property("p", 2).build();
    Changes none = change().removeProperty("p").build();

    conflict("header {urn:h}a", replaced, differently);
    conflict("header {urn:h}a", replaced, removed);
    conflict("body and body/{urn:b}x", body, element);
    conflict("body/{urn:b}x and body/{urn:b}x/{urn:b}y", element, inner);
    conflict("property 'p'", one, two);
    conflict("property 'p'", one, none);
    noConflict(replaced, replaced);
    noConflict(removed, removed);
    noConflict(added, added);
    noConflict(added, removed);
    noConflict(element, sibling);
    noConflict(inner, sibling);
    noConflict(one, change().property("p", 1).property("q", 2).build());
    noConflict(none, none);
    noConflict(replaced, body);
  }

  private static void conflict(String what, Changes a, Changes b) {
    assertEquals(Optional.of(what), Merge.conflict(a, b));
    assertEquals(Optional.of(what), Merge.conflict(b, a));
    assertEquals(
        "two handlers changed the same part: " + what,
        assertThrows(MalformedMessageException.class, () -> Merge.combine(List.of(a, b)))
            .getMessage());
  }

  private static void noConflict(Changes a, Changes b) {
    assertEquals(Optional.empty(), Merge.conflict(a, b));
    assertEquals(Optional.empty(), Merge.conflict(b, a));
  }

  @Test
  void headerNamesShiftAfterRemovedBlocks() {
    Set<HeaderRef> processed = Set.of(ref("a", 0), ref("a", 1), ref("a", 3), ref("b", 1));
    Changes changes = change().removeHeader(ref("a", 1)).removeHeader(ref("a", 2)).build();
    assertEquals(Set.of(ref("a", 0), ref("a", 1), ref("b", 1)), Merge.shift(processed, changes));
    assertSame(processed, Merge.shift(processed, Changes.NONE));
  }

  /** Fault E6: no parser took the message any more. */
  @Test
  void asciiDeclarationBecomesUtf8WhenNonAsciiIsInserted() {
    for (String quote : List.of("'", "\"")) {
      String prolog = "<?xml version='1.0' encoding=" + quote + "us-ascii" + quote + "?>";
      String before = prolog + envelope("", "<b:x>1</b:x>");
      Changes other =
          Changes.builder().replace(Part.body(), bytes("<\u00e9>\u65e5</\u00e9>")).build();
      byte[] merged = Merge.apply(bytes(before), other, Limits.DEFAULT);
      assertEquals(
          "\u65e5", DomXml.parse(merged).getDocumentElement().getLastChild().getTextContent());
      assertTrue(text(merged).contains("encoding=" + quote + "UTF-8" + quote), text(merged));
      Changes ascii = Changes.builder().replace(Part.body(), bytes("<y/>")).build();
      byte[] same = Merge.apply(bytes(before), ascii, Limits.DEFAULT);
      assertTrue(text(same).startsWith(prolog), "unchanged bytes stay");
    }
  }

  @Test
  void nonAsciiWithAsciiDeclarationIsRejected() {
    String envelope = "<?xml version='1.0' encoding='US-ASCII'?>" + envelope("", "\u00e9");
    String output =
        assertThrows(
                MalformedMessageException.class,
                () -> Envelopes.check(bytes(envelope), Limits.DEFAULT))
            .getMessage();
    assertTrue(output.endsWith("0xc3 is not US-ASCII, as declared"), output);
  }
}
