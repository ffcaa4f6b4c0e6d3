package org.dharch.servlet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content types, charsets and the first part of a multipart body. */
class BodiesTest {
  private static final String TYPE = "multipart/related; type=\"text/xml\"; boundary=B";

  @Test
  void aContentTypeIsRead() throws Exception {
    MediaType type =
        MediaType.parse("Application/SOAP+xml ;Charset=utf-8; action=\"a;b\\\"c=\" ; empty=");
    assertEquals("application/soap+xml", type.name());
    assertEquals(Optional.of("utf-8"), type.parameter("charset"));
    assertEquals(Optional.of("a;b\"c="), type.parameter("action"));
    assertEquals(Optional.empty(), type.parameter("empty"));
    assertTrue(type.soap() && type.soap12() && !type.multipart());
    assertEquals(type.parameters(), MediaType.parse(type.toString()).parameters());
    assertFalse(MediaType.parse(null).soap());
    assertFalse(MediaType.parse("text/xml-and-more").soap());
  }

  @ParameterizedTest
  @CsvSource({
    "multipart/related; type=\"application/xop+xml\"; start-info=\"application/soap+xml\", true",
    "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\", false",
    "multipart/related; type=\"application/soap+xml\", true",
    "multipart/related, false",
  })
  void amultipartTypeTellsTheVersion(String text, boolean twelve) throws Exception {
    MediaType type = MediaType.parse(text);
    assertTrue(type.multipart());
    assertEquals(twelve, type.soap12());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/xml; charset",
        "text/xml; charset=a; charset=b",
        "text/xml; charset=\"a",
        "text/xml; charset=\"a\"b",
        "text/xml; ;x; a=b",
        "text/xml; xcharset=UTF-16; charset=UTF-8",
        "text/xml; charset*=UTF-16; charset=UTF-8",
        "text/xml; charset=UTF-8 UTF-16",
        "text/xml; charset=UTF-8\u0000",
        "multipart/related; xboundary=evil; boundary=good",
        "multipart/related; boundary*0=evil; boundary=good",
        "multipart/related; boundary=evil; Boundary=good",
        "multipart/related; start-type=evil; boundary=good",
      })
  void aTypeThatCouldBeReadInTwoWaysIsNot(String text) {
    assertThrows(NotReadableException.class, () -> MediaType.parse(text));
  }

  private static byte[] utf8(String text, String charset, String said) throws Exception {
    return XmlEncoding.utf8(text.getBytes(Charset.forName(charset)), Optional.ofNullable(said));
  }

  @Test
  void whatIsUtf8StaysTheSameArray() throws Exception {
    for (String text :
        new String[] {"<a/>", "\ufeff<a/>", "<?xml version='1.0' encoding=\"utf-8\"?><a/>", ""}) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      assertSame(bytes, XmlEncoding.utf8(bytes, Optional.empty()));
      assertSame(bytes, XmlEncoding.utf8(bytes, Optional.of("UTF-8")));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-16, UTF-16",
    "UTF-16LE, ''",
    "UTF-16BE, UTF-16BE",
    "ISO-8859-1, ISO-8859-1",
    "windows-1252, windows-1252"
  })
  void otherCharsetsAreConvertedAndTheDeclarationGoes(String charset, String said)
      throws Exception {
    String text = "<?xml version='1.0' encoding='" + charset + "'?>\n<a>\u00e9</a>";
    String type = said.isEmpty() ? null : said;
    assertArrayEquals(
        "\n<a>\u00e9</a>".getBytes(StandardCharsets.UTF_8), utf8(text, charset, type));
  }

  /** Woodstox and Java know these names, others may not; without them all read the same. */
  @ParameterizedTest
  @ValueSource(strings = {"utf8", "UTF8", "unicode-1-1-utf-8", "ASCII"})
  void anAliasOfUtf8GoesWithItsDeclaration(String alias) throws Exception {
    String text = "<?xml version='1.0' encoding='" + alias + "'?><a>e</a>";
    byte[] plain = "<a>e</a>".getBytes(StandardCharsets.UTF_8);
    assertArrayEquals(plain, utf8(text, "UTF-8", null));
    assertArrayEquals(plain, utf8(text, "UTF-8", "utf-8"));
    assertArrayEquals(plain, utf8(text, "UTF-8", "utf8"));
  }

  @Test
  void aDeclarationCountsWhereTheTypeSaysNothing() throws Exception {
    assertArrayEquals(
        "<a>\u00e9</a>".getBytes(StandardCharsets.UTF_8),
        utf8("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e9</a>", "ISO-8859-1", null));
    assertArrayEquals(
        "<a>\u00e9</a>".getBytes(StandardCharsets.UTF_8),
        utf8("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e9</a>", "UTF-8", "UTF-8"));
  }

  @ParameterizedTest
  @CsvSource({"us-ascii, ''", "ISO646-US, ''", "'', US-ASCII", "UTF-8, ASCII", "us-ascii, UTF-8"})
  void bytesThatAreNotAsciiAreNotUsAscii(String said, String declared) throws Exception {
    String text =
        declared.isEmpty()
            ? "<a>e</a>"
            : "<?xml version='1.0' encoding='" + declared + "'?><a>e</a>";
    Optional<String> charset = Optional.of(said).filter(it -> !it.isEmpty());
    assertTrue(
        new String(
                XmlEncoding.utf8(text.getBytes(StandardCharsets.UTF_8), charset),
                StandardCharsets.UTF_8)
            .endsWith("<a>e</a>"));
    for (String other : List.of(text.replace(">e<", ">\u00e9<"), "\ufeff" + text)) {
      NotReadableException refused =
          assertThrows(
              NotReadableException.class,
              () -> XmlEncoding.utf8(other.getBytes(StandardCharsets.UTF_8), charset));
      assertEquals(400, refused.status());
    }
  }

  /** What is put into a part that was said to be in US-ASCII need not be. */
  @Test
  void aPartThatIsNoLongerAsciiSaysSo() throws Exception {
    String body =
        "--B\nX: Content-Type: y\ncontent-type: text/xml;\n charset=us-ascii; action=\"a\"\nZ: z\n\n<a/>\n--B--";
    byte[] bytes = body.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    SoapBody read = SoapBody.read(new SoapBody.Content(bytes, TYPE), MediaType.parse(TYPE));
    String plain = text(read.with("<b/>".getBytes(StandardCharsets.UTF_8)));
    assertEquals(body.replace("\n", "\r\n").replace("<a/>", "<b/>"), plain);
    String wide = text(read.with("<b>\u00e9</b>".getBytes(StandardCharsets.UTF_8)));
    assertEquals(
        "--B\nX: Content-Type: y\nContent-Type: text/xml; charset=UTF-8; action=a\nZ: z\n\n<b>\u00e9</b>\n--B--"
            .replace("\n", "\r\n"),
        wide);
  }

  private static String text(SoapBody.Content content) {
    return new String(content.bytes(), StandardCharsets.UTF_8);
  }

  /** Some readers of parts go by the mark, and some by the header. */
  @Test
  void aByteOrderMarkInAPartOfAnotherCharsetIsRefused() throws Exception {
    for (String charset : List.of("iso-8859-1", "utf-16")) {
      byte[] bytes =
          ("--B\r\nContent-Type: text/xml; charset=" + charset + "\r\n\r\n\ufeff<a/>\r\n--B--")
              .getBytes(StandardCharsets.UTF_8);
      assertThrows(
          NotReadableException.class,
          () -> SoapBody.read(new SoapBody.Content(bytes, TYPE), MediaType.parse(TYPE)));
    }
  }

  @Test
  void bytesThatAreNotInTheirCharsetAreRefused() {
    NotReadableException refused =
        assertThrows(
            NotReadableException.class,
            () -> XmlEncoding.utf8(new byte[] {0, '<', 0}, Optional.of("UTF-16BE")));
    assertEquals(400, refused.status());
  }

  private static RootPart find(String type, String body) throws Exception {
    return RootPart.find(
        body.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1), MediaType.parse(type));
  }

  @Test
  void theFirstPartIsFound() throws Exception {
    String body = "--B\nContent-Type: text/xml;\n charset=utf-8\n\n<a/>\n--B\n\n<b/>\n--B--";
    RootPart root = find(TYPE, body);
    byte[] bytes = body.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    assertEquals("<a/>", new String(root.of(bytes), StandardCharsets.ISO_8859_1));
    assertEquals(Optional.of("utf-8"), root.type().parameter("charset"));
    String replaced =
        new String(
            root.replace(bytes, "<longer/>".getBytes(StandardCharsets.ISO_8859_1)),
            StandardCharsets.ISO_8859_1);
    assertEquals(body.replace("\n", "\r\n").replace("<a/>", "<longer/>"), replaced);
  }

  /** Otherwise a service that takes another part would be reached without its handlers. */
  @ParameterizedTest
  @CsvSource({
    "'', 'preamble\n--B\nContent-Type: text/xml\n\n<a/>\n--B--', does not begin with its boundary",
    "'', '--Bee\nContent-Type: text/xml\n\n<a/>\n--Bee--', does not begin with its boundary",
    "'', '--B\nContent-Type: text/xml\n\n<a/>', has no end",
    "'', '--B\nContent-Type: text/xml', has no end",
    "'; start=\"<b>\"', '--B\nContent-Type: text/xml\nContent-ID: <a>\n\n<a/>\n--B--', is not its first part",
    "'', '--B\nContent-Type: text/plain\n\n<a/>\n--B--', no SOAP envelope",
    "'', '--B\nContent-Type: text/xml\nContent-Type: text/plain\n\n<a/>\n--B--', stands twice",
    "'', '--B\nContent-Type: text/xml\nContent-Transfer-Encoding: base64\n\nPGEvPg==\n--B--', 'base64'",
  })
  void whatCouldBeReadInTwoWaysIsRefused(String more, String body, String reason) {
    NotReadableException refused =
        assertThrows(NotReadableException.class, () -> find(TYPE + more, body));
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void aBoundaryOfOtherCharactersIsRefused() {
    assertThrows(
        NotReadableException.class,
        () -> find("multipart/related; boundary=\"B\\\"C\"", "--B\"C\n\n<a/>\n--B\"C--"));
  }
}
