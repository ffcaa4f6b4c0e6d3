package org.dharch.servlet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content types, charsets and the first part of a multipart body. */
@SuppressWarnings("StringConcatToTextBlock") // in annotations, and next to texts in one line
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
  void multipartTypeSelectsTheSoapVersion(String text, boolean twelve) throws Exception {
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

  /** What is put into a part that was said to be in US-ASCII need not be. */
  @Test
  void partWithOtherBytesDeclaresUtf8() throws Exception {
    String body =
        "--B\n"
            + "X: Content-Type: y\n"
            + "content-type: text/xml;\n"
            + " charset=us-ascii; action=\"a\"\n"
            + "Z: z\n\n"
            + "<a/>\n"
            + "--B--";
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
  void byteOrderMarkInOtherCharsetIsRejected() throws Exception {
    for (String charset : List.of("iso-8859-1", "utf-16")) {
      byte[] bytes =
          ("--B\r\nContent-Type: text/xml; charset=" + charset + "\r\n\r\n\ufeff<a/>\r\n--B--")
              .getBytes(StandardCharsets.UTF_8);
      assertThrows(
          NotReadableException.class,
          () -> SoapBody.read(new SoapBody.Content(bytes, TYPE), MediaType.parse(TYPE)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "text/xml; charset=UTF-16BE, 400",
    "text/xml; charset=us-ascii, 400",
    "text/xml; charset=none-such, 415"
  })
  void bytesThatAreNotInTheirCharsetAreRefused(String type, int status) throws Exception {
    SoapBody.Content content = new SoapBody.Content(new byte[] {'<', 'a', -1}, type);
    MediaType parsed = MediaType.parse(type);
    NotReadableException refused =
        assertThrows(NotReadableException.class, () -> SoapBody.read(content, parsed));
    assertEquals(status, refused.status());
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
    "'', 'preamble\n--B\nContent-Type: text/xml\n\n<a/>\n--B--', must begin with its boundary",
    "'', '--Bee\nContent-Type: text/xml\n\n<a/>\n--Bee--', must begin with its boundary",
    "'', '--B\nContent-Type: text/xml\n\n<a/>', has no end",
    "'', '--B\nContent-Type: text/xml', has no end",
    "'; start=\"<b>\"', '--B\n"
        + "Content-Type: text/xml\n"
        + "Content-ID: <a>\n\n"
        + "<a/>\n"
        + "--B--', must be its first part",
    "'', '--B\nContent-Type: text/plain\n\n<a/>\n--B--', must be a SOAP envelope",
    "'', '--B\nContent-Type: text/xml\nContent-Type: text/plain\n\n<a/>\n--B--', is repeated",
    "'', '--B\n"
        + "Content-Type: text/xml\n"
        + "Content-Transfer-Encoding: base64\n\n"
        + "PGEvPg==\n"
        + "--B--', 'base64'",
  })
  void whatCouldBeReadInTwoWaysIsRefused(String more, String body, String reason) {
    NotReadableException refused =
        assertThrows(NotReadableException.class, () -> find(TYPE + more, body));
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void boundaryWithOtherCharactersIsRejected() {
    assertThrows(
        NotReadableException.class,
        () -> find("multipart/related; boundary=\"B\\\"C\"", "--B\"C\n\n<a/>\n--B\"C--"));
  }
}
