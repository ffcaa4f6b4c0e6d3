package org.dharch.core.message.xml;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Brief;

/**
 * Converts XML to UTF-8. Determines the encoding as RFC 7303 requires: a byte order mark first,
 * then the charset of the Content-Type, then the XML declaration. Stateless; thread-safe.
 */
public final class XmlEncoding {
  private static final Pattern DECLARATION =
      Pattern.compile("^<\\?xml\\s[^>]*?\\?>", Pattern.DOTALL);
  private static final Pattern DECLARED = Pattern.compile("encoding\\s*=\\s*[\"']([^\"']*)[\"']");

  private XmlEncoding() {}

  /** There is no charset of that name. */
  public static final class UnknownCharsetException extends DHArchException {
    private static final long serialVersionUID = 1L;

    private UnknownCharsetException(String message) {
      super(message);
    }
  }

  /**
   * Returns the same XML in UTF-8: the array itself if it is UTF-8 and declares nothing else,
   * otherwise a copy without XML declaration.
   *
   * @param charset the charset of the Content-Type
   * @throws UnknownCharsetException if the charset is unknown
   * @throws MalformedMessageException if the bytes are not in it
   */
  public static byte[] utf8(byte[] bytes, String charset) {
    return utf8(bytes, Optional.of(charset));
  }

  /**
   * Returns the same XML in UTF-8, without a charset of a Content-Type.
   *
   * @throws UnknownCharsetException if the declared charset is unknown
   * @throws MalformedMessageException if the bytes are not in it
   */
  public static byte[] utf8(byte[] bytes) {
    return utf8(bytes, Optional.empty());
  }

  private static byte[] utf8(byte[] bytes, Optional<String> charset) {
    Optional<String> declared = declared(start(bytes));
    Optional<Charset> marked = marked(bytes);
    Charset means =
        marked.isPresent() ? marked.get() : named(charset.or(() -> declared).orElse("UTF-8"));
    if (isUtf8(means)) {
      if (!isAscii(bytes)
          && (charset.filter(XmlEncoding::isNamedAscii).isPresent()
              || declared.filter(XmlEncoding::isNamedAscii).isPresent())) {
        throw new MalformedMessageException(
            "the message is declared as US-ASCII but has other bytes");
      }
      if (declared.isEmpty() || isEverybodysUtf8(declared.get())) {
        return bytes;
      }
    }
    String text = decode(bytes, means);
    text = text.startsWith("\ufeff") ? text.substring(1) : text;
    return DECLARATION.matcher(text).replaceFirst("").getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the leading ASCII characters, regardless of their width. */
  private static String start(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(bytes.length, 400); i++) {
      if (bytes[i] > 0) {
        text.append((char) bytes[i]);
      }
    }
    return text.toString();
  }

  private static Optional<String> declared(String start) {
    Matcher declaration = DECLARATION.matcher(start);
    if (!declaration.find()) {
      return Optional.empty();
    }
    Matcher encoding = DECLARED.matcher(declaration.group());
    return encoding.find() ? Optional.of(encoding.group(1)) : Optional.empty();
  }

  /**
   * Returns the encoding by byte order mark, or by the width of the first character if there is
   * none.
   */
  private static Optional<Charset> marked(byte[] b) {
    if (b.length >= 3 && at(b, 0) == 0xef && at(b, 1) == 0xbb && at(b, 2) == 0xbf) {
      return Optional.of(StandardCharsets.UTF_8);
    }
    int first = b.length < 2 ? -1 : at(b, 0) << 8 | at(b, 1);
    return switch (first) {
      case 0xfeff, 0x003c -> Optional.of(StandardCharsets.UTF_16BE);
      case 0xfffe, 0x3c00 -> Optional.of(StandardCharsets.UTF_16LE);
      default -> Optional.empty();
    };
  }

  private static int at(byte[] bytes, int index) {
    return bytes[index] & 0xff;
  }

  private static Charset named(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new UnknownCharsetException("unknown charset '" + Brief.of(name) + "'");
    }
  }

  /**
   * Whether a charset of that name is UTF-8 or a subset of it.
   *
   * @throws UnknownCharsetException if there is none
   */
  public static boolean isUtf8(String name) {
    return isUtf8(named(name));
  }

  /**
   * Whether this is a name of US-ASCII.
   *
   * @throws UnknownCharsetException if no charset has that name
   */
  public static boolean isNamedAscii(String name) {
    return named(name).equals(StandardCharsets.US_ASCII);
  }

  /** Whether there are no other bytes than US-ASCII has. */
  public static boolean isAscii(byte[] bytes) {
    for (byte each : bytes) {
      if (each < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUtf8(Charset charset) {
    return charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII);
  }

  /**
   * An alias, as utf8 is one, some readers know and others refuse: it goes with its declaration.
   */
  private static boolean isEverybodysUtf8(String name) {
    Charset charset = named(name);
    return isUtf8(charset) && charset.name().equalsIgnoreCase(name);
  }

  private static String decode(byte[] bytes, Charset charset) {
    try {
      return charset
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessageException("the message is not in the charset " + charset);
    }
  }
}
