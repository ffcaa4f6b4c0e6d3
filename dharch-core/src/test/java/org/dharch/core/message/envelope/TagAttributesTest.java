package org.dharch.core.message.envelope;

import static org.dharch.testing.EnvelopeText.NS11;
import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The attributes of SOAP's own elements as a part. */
class TagAttributesTest {
  private static final String START = "<s:Envelope xmlns:s='" + NS11 + "' xmlns:h='urn:h' ";

  private static String whole(String envelope, String header, String body) {
    return START
        + envelope
        + ">\n<s:Header "
        + header
        + "><h:a/></s:Header> <s:Body "
        + body
        + "><b  xmlns='urn:b'><c/></b><!-- c --></s:Body></s:Envelope>\n";
  }

  private static Changes diff(String before, String after) {
    return EnvelopeDiff.between(bytes(before), bytes(after), Limits.DEFAULT);
  }

  private static String merged(String before, Changes changes) {
    return text(Merge.apply(bytes(before), changes, Limits.DEFAULT));
  }

  private static Changes attributes(Part.Owner owner, String value) {
    return Changes.builder().replace(Part.attributes(owner), bytes(value)).build();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "|| u:Id='1' xmlns:u='urn:u'",
        "|| Id=\"&lt;&#10;'\"",
        "h:k='2' | h:k='3' x='' | h:k='4'",
        "| s:encodingStyle='urn:e' |",
        "|| xmlns:u='urn:u' xmlns:v='urn:u' u:a='1' v:b='2'",
      })
  void attributesCanBeAddedAndRemoved(String envelope, String header, String body) {
    String plain = whole("xmlns:k='urn:k' k='1'", "", "xmlns:unused='urn:z'");
    String after =
        whole(
            "xmlns:k='urn:k' " + (envelope == null ? "k='1'" : envelope),
            header == null ? "" : header,
            body == null ? "" : body);
    Changes there = diff(plain, after);
    assertFalse(there.isEmpty());
    assertTrue(there.replaced().keySet().stream().allMatch(Part.Attributes.class::isInstance));
    String merged = merged(plain, there);
    assertSame(Changes.NONE, diff(merged, after));
    assertTrue(merged.contains("xmlns:unused='urn:z'"), merged);
    assertTrue(merged.contains("><b  xmlns='urn:b'><c/></b><!-- c --></s:Body>"), merged);
    String back = merged(merged, diff(merged, plain));
    assertSame(Changes.NONE, diff(back, plain));
  }

  @Test
  void attributesCombineWithOtherChanges() {
    String before = START + "><s:Header/><s:Body/></s:Envelope>";
    String after =
        START
            + "e='1'><s:Header k='2'><n:n xmlns:n='urn:n'/></s:Header><s:Body u:Id='3'"
            + " xmlns:u='urn:u'><u:b/></s:Body></s:Envelope>";
    Changes changes = diff(before, after);
    assertEquals(
        Set.of(
            Part.attributes(Part.Owner.ENVELOPE),
            Part.attributes(Part.Owner.HEADER),
            Part.attributes(Part.Owner.BODY),
            Part.body()),
        changes.replaced().keySet());
    assertEquals(1, changes.addedHeaders().size());
    assertSame(Changes.NONE, diff(merged(before, changes), after));
  }

  @Test
  void differentAttributesOfOneElementConflict() {
    Changes one = attributes(Part.Owner.BODY, "Id='1'");
    Changes two = attributes(Part.Owner.BODY, "Id='2'");
    assertEquals("attributes of body", Merge.conflict(one, two).orElseThrow());
    assertTrue(Merge.conflict(one, attributes(Part.Owner.HEADER, "Id='2'")).isEmpty());
    Changes content = Changes.builder().replace(Part.body(), bytes("<n/>")).build();
    assertTrue(Merge.conflict(one, content).isEmpty());
    assertFalse(Part.attributes(Part.Owner.BODY).overlaps(Part.body()));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "BODY | a='1'><evil/><x y='2'",
        "BODY | a='1'/><evil",
        "BODY | a='1'/><!--",
        "BODY | a='1",
        "BODY | a='1' a='2'",
        "BODY | u:a='1'",
        "BODY | a='<'",
        "BODY | xmlns='urn:other'",
        "BODY | xmlns:h='urn:other'",
        "ENVELOPE | xmlns:s='urn:other'",
        "HEADER | xmlns:h='urn:h' xmlns:h='urn:h'",
      })
  void otherContentAndChangedPrefixesAreRejected(Part.Owner owner, String value) {
    byte[] envelope = bytes(whole("", "", ""));
    assertThrows(
        MalformedMessageException.class,
        () -> Merge.apply(envelope, attributes(owner, value), Limits.DEFAULT));
  }

  @Test
  void elementMustExist() {
    byte[] envelope = bytes(START + "><s:Body/></s:Envelope>");
    assertEquals(
        "attributes of header is not in the envelope",
        assertThrows(
                MalformedMessageException.class,
                () -> Merge.apply(envelope, attributes(Part.Owner.HEADER, "k='1'"), Limits.DEFAULT))
            .getMessage());
  }

  @Test
  void emptyAttributesRemoveThem() {
    String before = whole("", "", "h:Id='1' xmlns:u='urn:u' k='2'");
    String merged = merged(before, attributes(Part.Owner.BODY, ""));
    assertEquals(
        before.replace("<s:Body h:Id='1' xmlns:u='urn:u' k='2'>", "<s:Body xmlns:u='urn:u' >"),
        merged);
    assertEquals(Map.of(), diff(merged, whole("", "", "")).replaced());
  }
}
