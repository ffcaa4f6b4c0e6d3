package org.dharch.core.message.xml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** XML of other charsets, as it is in UTF-8. */
class XmlEncodingTest {
  private static byte[] utf8(String text, String charset, String output) {
    return utf8(text.getBytes(Charset.forName(charset)), Optional.ofNullable(output));
  }

  @Test
  void utf8IsTheSameArray() {
    for (String text :
        new String[] {"<a/>", "\ufeff<a/>", "<?xml version='1.0' encoding=\"utf-8\"?><a/>", ""}) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      assertSame(bytes, XmlEncoding.utf8(bytes));
      assertSame(bytes, XmlEncoding.utf8(bytes, "UTF-8"));
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
  void otherCharsetsAreConvertedWithoutDeclaration(String charset, String output) {
    String text = "<?xml version='1.0' encoding='" + charset + "'?>\n<a>\u00e9</a>";
    String type = output.isEmpty() ? null : output;
    assertArrayEquals(
        "\n<a>\u00e9</a>".getBytes(StandardCharsets.UTF_8), utf8(text, charset, type));
  }

  /** Woodstox and Java know these names, others may not; without them all read the same. */
  @ParameterizedTest
  @ValueSource(strings = {"utf8", "UTF8", "unicode-1-1-utf-8", "ASCII"})
  void aliasOfUtf8LosesItsDeclaration(String alias) {
    String text = "<?xml version='1.0' encoding='" + alias + "'?><a>e</a>";
    byte[] plain = "<a>e</a>".getBytes(StandardCharsets.UTF_8);
    assertArrayEquals(plain, utf8(text, "UTF-8", null));
    assertArrayEquals(plain, utf8(text, "UTF-8", "utf-8"));
    assertArrayEquals(plain, utf8(text, "UTF-8", "utf8"));
  }

  @Test
  void declarationCountsWithoutContentTypeCharset() {
    assertArrayEquals(
        "<a>\u00e9</a>".getBytes(StandardCharsets.UTF_8),
        utf8("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e9</a>", "ISO-8859-1", null));
    assertArrayEquals(
        "<a>\u00e9</a>".getBytes(StandardCharsets.UTF_8),
        utf8("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e9</a>", "UTF-8", "UTF-8"));
  }

  @ParameterizedTest
  @CsvSource({"us-ascii, ''", "ISO646-US, ''", "'', US-ASCII", "UTF-8, ASCII", "us-ascii, UTF-8"})
  void nonAsciiBytesAreNotUsAscii(String output, String declared) {
    String text =
        declared.isEmpty()
            ? "<a>e</a>"
            : "<?xml version='1.0' encoding='" + declared + "'?><a>e</a>";
    Optional<String> charset = Optional.of(output).filter(it -> !it.isEmpty());
    assertTrue(
        new String(utf8(text.getBytes(StandardCharsets.UTF_8), charset), StandardCharsets.UTF_8)
            .endsWith("<a>e</a>"));
    for (String other : List.of(text.replace(">e<", ">\u00e9<"), "\ufeff" + text)) {
      assertThrows(
          MalformedMessageException.class,
          () -> utf8(other.getBytes(StandardCharsets.UTF_8), charset));
    }
  }

  @Test
  void bytesOutsideTheirCharsetAreRejected() {
    MalformedMessageException refused =
        assertThrows(
            MalformedMessageException.class,
            () -> XmlEncoding.utf8(new byte[] {0, '<', 0}, "UTF-16BE"));
    assertEquals("the message is not in the charset UTF-16BE", refused.getMessage());
    assertThrows(
        XmlEncoding.UnknownCharsetException.class,
        () -> XmlEncoding.utf8(new byte[] {'<'}, "no such"));
  }

  private static byte[] utf8(byte[] bytes, Optional<String> charset) {
    return charset
        .map(name -> XmlEncoding.utf8(bytes, name))
        .orElseGet(() -> XmlEncoding.utf8(bytes));
  }
}
