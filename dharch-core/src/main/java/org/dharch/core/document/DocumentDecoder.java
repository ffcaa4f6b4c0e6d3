package org.dharch.core.document;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decodes a document's bytes by its byte order mark, its XML declaration, or as UTF-8. */
final class DocumentDecoder {
  private static final Pattern ENCODING =
      Pattern.compile("^<\\?xml[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

  private DocumentDecoder() {}

  static String decode(String source, byte[] bytes) {
    Charset charset = charset(source, bytes);
    try {
      // Strict: an invalid byte is an error, not a replacement character.
      String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw XmlDocuments.failure(source, "is not in " + charset + ", as it should be", e);
    }
  }

  private static Charset charset(String source, byte[] bytes) {
    if (bytes.length >= 2) {
      int mark = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
      if (mark == 0xFEFF || mark == 0xFFFE) {
        return StandardCharsets.UTF_16;
      }
    }
    String start = new String(bytes, 0, Math.min(bytes.length, 256), StandardCharsets.ISO_8859_1);
    Matcher matcher = ENCODING.matcher(start);
    if (!matcher.find()) {
      return StandardCharsets.UTF_8;
    }
    try {
      return Charset.forName(matcher.group(1));
    } catch (IllegalArgumentException e) {
      throw XmlDocuments.failure(
          source, "encoding must be UTF-8 (got '" + matcher.group(1) + "')", e);
    }
  }
}
