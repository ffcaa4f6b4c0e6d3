package org.dharch.core.message.envelope;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;
import org.dharch.core.text.Brief;

/**
 * Locates the parts of a SOAP 1.1 or 1.2 envelope in its bytes. Uses one pass that stops at the
 * body's start tag, so a body that is not needed is never read.
 */
final class EnvelopeScanner {
  static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

  private static final String ASCII = "US-ASCII";
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] DECLARES = "<?xml".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern DECLARATION =
      Pattern.compile(
          "<\\?xml\\s+version\\s*=\\s*(?:'1\\.0'|\"1\\.0\")"
              + "(?:\\s+encoding\\s*=\\s*(?:'([A-Za-z][\\w.-]*)'|\"([A-Za-z][\\w.-]*)\"))?"
              + "(?:\\s+standalone\\s*=\\s*(?:'(?:yes|no)'|\"(?:yes|no)\"))?\\s*\\?>");

  /** Thrown for a header with more blocks than allowed, whatever follows. */
  static final class TooManyBlocksException extends MalformedMessageException {
    private static final long serialVersionUID = 1L;

    private TooManyBlocksException(String message) {
      super(message);
    }
  }

  private final byte[] bytes;
  private final Limits limits;
  private final XmlScanner scanner;
  private final EnvelopeLayout.Builder layout = new EnvelopeLayout.Builder();

  private EnvelopeScanner(byte[] bytes, Limits limits) {
    this.bytes = bytes;
    this.limits = limits;
    scanner = scanner(bytes, limits);
  }

  /** Returns a scanner that reads {@code bytes} from their root element on. */
  static XmlScanner scanner(byte[] bytes, Limits limits) {
    return new XmlScanner(
        "envelope", bytes, prologStart(bytes), bytes.length, NamespaceScope.empty(), 0, limits);
  }

  /**
   * Scans the layout of an envelope.
   *
   * @throws MalformedMessageException if it is no envelope, up to the body's start tag
   */
  static EnvelopeLayout scan(byte[] bytes, Limits limits) {
    if (bytes.length > limits.maxPayloadBytes()) {
      throw new MalformedMessageException(
          "the envelope must have at most maxPayloadBytes="
              + limits.maxPayloadBytes()
              + " bytes (got "
              + bytes.length
              + ")");
    }
    EnvelopeScanner scanner = new EnvelopeScanner(bytes, limits);
    scanner.layout.encoding = ascii(bytes);
    scanner.envelope();
    return scanner.layout.build(bytes, limits);
  }

  /**
   * Returns the position of US-ASCII in the XML declaration; null if it declares another encoding.
   *
   * @throws MalformedMessageException if it declares US-ASCII, and the bytes are not ASCII
   */
  private static EnvelopeLayout.Place ascii(byte[] bytes) {
    if (!ResolvedText.isAt(bytes, prologBegin(bytes), DECLARES)) {
      return null;
    }
    Matcher declaration = declaration(bytes);
    int group = !declaration.lookingAt() ? 0 : declaration.group(1) != null ? 1 : 2;
    if (group == 0 || !ASCII.equalsIgnoreCase(declaration.group(group))) {
      return null;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] < 0) {
        throw new MalformedMessageException(
            String.format("envelope, byte %d: 0x%02x is not %s, as declared", i, bytes[i], ASCII));
      }
    }
    return new EnvelopeLayout.Place(declaration.start(group), declaration.end(group));
  }

  private static int prologBegin(byte[] bytes) {
    return ResolvedText.isAt(bytes, 0, BOM) ? BOM.length : 0;
  }

  private static Matcher declaration(byte[] bytes) {
    int from = prologBegin(bytes);
    int seen = Math.min(bytes.length - from, 200);
    return DECLARATION.matcher(new String(bytes, from, seen, StandardCharsets.ISO_8859_1));
  }

  /** Returns the position after the byte order mark and the XML declaration. */
  private static int prologStart(byte[] bytes) {
    int from = prologBegin(bytes);
    if (!ResolvedText.isAt(bytes, from, DECLARES)) {
      return from;
    }
    int seen = Math.min(bytes.length - from, 200);
    String text = new String(bytes, from, seen, StandardCharsets.ISO_8859_1);
    if (text.length() < 6 || !Character.isWhitespace(text.charAt(5))) {
      return from;
    }
    Matcher declaration = DECLARATION.matcher(text);
    if (!declaration.lookingAt()) {
      throw new MalformedMessageException(
          "envelope, byte " + from + ", line 1: invalid XML declaration; the version must be 1.0");
    }
    String encoding = declaration.group(1) != null ? declaration.group(1) : declaration.group(2);
    if (encoding != null
        && !encoding.equalsIgnoreCase("UTF-8")
        && !encoding.equalsIgnoreCase(ASCII)) {
      throw new MalformedMessageException(
          "envelope, byte " + from + ", line 1: encoding must be UTF-8 (got '" + encoding + "')");
    }
    return from + declaration.end();
  }

  private void envelope() {
    Token token = element("");
    String uri = scanner.uri();
    if (token == Token.EOF) {
      throw scanner.error(bytes.length, "no element; a SOAP envelope is expected");
    }
    if (!(uri.equals(SOAP11) || uri.equals(SOAP12)) || !scanner.isNamed(uri, "Envelope")) {
      throw scanner.error(
          scanner.start(),
          "the root must be a SOAP 1.1 or 1.2 Envelope (got "
              + Brief.of(scanner.name().toString())
              + ")");
    }
    layout.soapUri = uri;
    layout.envelope = tag(token);
    while (layout.body == null) {
      token = token == Token.EMPTY ? Token.END : element("soap:Envelope");
      if (token == Token.END) {
        throw scanner.error(scanner.start(), "soap:Envelope ends without a soap:Body");
      }
      if (scanner.isNamed(uri, "Body")) {
        layout.body = tag(token);
      } else if (scanner.isNamed(uri, "Header") && layout.header == null) {
        header(token);
        token = Token.START; // the envelope's, which is still open
      } else {
        throw scanner.error(
            scanner.start(),
            Brief.of(scanner.name().toString()) + " must be soap:Header (once) or soap:Body");
      }
    }
  }

  private void header(Token token) {
    layout.header = tag(token);
    layout.headerContentEnd = layout.header.end();
    if (token == Token.EMPTY) {
      return;
    }
    Map<QName, Integer> seen = new HashMap<>();
    List<EnvelopeLayout.Block> blocks = new ArrayList<>();
    while ((token = element("soap:Header")) != Token.END) {
      if (blocks.size() == limits.maxHeaderBlocks()) {
        throw new TooManyBlocksException(
            scanner
                .error(
                    scanner.start(),
                    "the envelope must have at most maxHeaderBlocks="
                        + limits.maxHeaderBlocks()
                        + " header blocks (got "
                        + (blocks.size() + 1L)
                        + ")")
                .getMessage());
      }
      QName name = scanner.name();
      int start = scanner.start();
      int depth = scanner.depth();
      if (token == Token.START) {
        while (scanner.next() != Token.END || scanner.depth() >= depth) {
          // inside the block
        }
      }
      HeaderRef ref = new HeaderRef(name, seen.merge(name, 1, Integer::sum) - 1);
      blocks.add(new EnvelopeLayout.Block(ref, start, scanner.end()));
    }
    layout.headerContentEnd = scanner.start();
    layout.blocks = blocks;
  }

  private EnvelopeLayout.Tag tag(Token token) {
    return new EnvelopeLayout.Tag(
        scanner.start(),
        scanner.end(),
        scanner.nameStart(),
        scanner.localStart(),
        scanner.nameEnd(),
        token == Token.EMPTY,
        scanner.scope().copy());
  }

  /** The next start or end of an element; nothing but white space and comments is passed over. */
  private Token element(String where) {
    while (true) {
      Token token = scanner.next();
      switch (token) {
        case START, EMPTY, END, EOF -> {
          return token;
        }
        case TEXT, CDATA -> {
          if (token == Token.CDATA
              || !ResolvedText.isSpace(bytes, scanner.start(), scanner.end())) {
            throw scanner.error(
                scanner.start(),
                "text " + (where.isEmpty() ? "before the root" : "directly inside " + where));
          }
        }
        default -> {
          // comments and instructions stay where they are
        }
      }
    }
  }
}
