package org.dharch.core.message.envelope;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.XmlBytes;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Positions of the parts of one envelope in its bytes. The end of the body is located on demand.
 * Not thread-safe.
 */
final class EnvelopeLayout {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = 0x8080808080808080L;

  /**
   * A start tag.
   *
   * @param start the position of its first byte
   * @param end the position after its last byte
   * @param nameStart the position of its name, with prefix
   * @param localStart the position of its name, without prefix
   * @param empty whether it is an empty-element tag
   * @param scope the namespaces in scope inside the element
   */
  record Tag(
      int start,
      int end,
      int nameStart,
      int localStart,
      int nameEnd,
      boolean empty,
      NamespaceScope scope) {}

  /** A row of bytes. */
  record Place(int start, int end) {}

  /** A header block. */
  record Block(HeaderRef ref, int start, int end) {}

  private final byte[] bytes;
  private final Limits limits;
  private final Builder found;
  private int bodyContentEnd = -1;

  private EnvelopeLayout(byte[] bytes, Limits limits, Builder found) {
    this.bytes = bytes;
    this.limits = limits;
    this.found = found;
  }

  byte[] bytes() {
    return bytes;
  }

  Limits limits() {
    return limits;
  }

  /** Position of a declared encoding that is a subset of UTF-8: US-ASCII. */
  Optional<Place> encoding() {
    return Optional.ofNullable(found.encoding);
  }

  String soapUri() {
    return found.soapUri;
  }

  Tag envelope() {
    return found.envelope;
  }

  Optional<Tag> header() {
    return Optional.ofNullable(found.header);
  }

  Optional<Tag> tag(Part.Owner owner) {
    return switch (owner) {
      case ENVELOPE -> Optional.of(envelope());
      case HEADER -> header();
      case BODY -> Optional.of(body());
    };
  }

  /** Returns the namespaces in scope of a header block, existing or new. */
  NamespaceScope headerScope() {
    return found.header == null ? found.envelope.scope() : found.header.scope();
  }

  /**
   * Returns the position after the last byte inside the header; the end of an empty header's tag.
   */
  int headerContentEnd() {
    return found.headerContentEnd;
  }

  List<Block> blocks() {
    return found.blocks;
  }

  Optional<Block> block(HeaderRef ref) {
    return found.blocks.stream().filter(b -> b.ref().equals(ref)).findFirst();
  }

  /** Reads one header block. */
  XmlScanner scanner(Block block) {
    return new XmlScanner(
        "envelope", bytes, block.start(), block.end(), headerScope().copy(), 2, limits);
  }

  Tag body() {
    return found.body;
  }

  /** Returns the position after the last byte inside the body; the end of an empty body's tag. */
  int bodyContentEnd() {
    if (bodyContentEnd < 0) {
      bodyContentEnd = body().empty() ? body().end() : fromTheEnd();
      if (bodyContentEnd < 0) {
        readBody();
      }
    }
    return bodyContentEnd;
  }

  /**
   * Looks back from the end for the end tags of envelope and body with nothing but white space
   * around. If the two are there, and no other end tag of that name, the body ends there: had a
   * comment, an instruction or a CDATA section begun before, it would not have ended. If not, -1.
   */
  private int fromTheEnd() {
    int envelopeEnd = tagBefore(bytes.length, envelope());
    int end = envelopeEnd < 0 ? -1 : Math.max(-1, tagBefore(envelopeEnd, body()));
    return end < 0 || endsBefore(end) ? -1 : end;
  }

  /** Whether a possible end tag of the body occurs before {@code end}. */
  private boolean endsBefore(int end) {
    int name = body().nameStart();
    int length = body().nameEnd() - name;
    int last = end - length - 2;
    int p = indexOf('<', bytes, body().end(), end);
    while (p <= last) {
      if (bytes[p + 1] == '/'
          && Arrays.equals(bytes, p + 2, p + 2 + length, bytes, name, name + length)) {
        return true;
      }
      p = indexOf('<', bytes, p + 1, end);
    }
    return false;
  }

  /**
   * Checks the content after the body.
   *
   * @throws MalformedMessageException if it has an element, such as a second body, or text
   */
  void checkTail() {
    XmlScanner scanner = tailScanner();
    for (Token token = scanner.next(); token != Token.EOF; token = scanner.next()) {
      if (token == Token.START || token == Token.EMPTY) {
        if (scanner.depth() == (token == Token.START ? 1 : 0)) {
          throw scanner.error(scanner.start(), "a second root element");
        }
        throw scanner.error(
            scanner.start(),
            "soap:Body must be single and last (got " + scanner.name() + " after it)");
      }
      if ((token == Token.TEXT || token == Token.CDATA)
          && !ResolvedText.isSpace(bytes, scanner.start(), scanner.end())) {
        throw scanner.error(scanner.start(), "soap:Body must be last (got text after it)");
      }
    }
  }

  private int tagBefore(int from, Tag tag) {
    int p = spaceBefore(from) - 1;
    if (p < body().end() || bytes[p] != '>') {
      return -1;
    }
    int length = tag.nameEnd() - tag.nameStart();
    p = spaceBefore(p) - length - 2;
    if (p < body().end() || bytes[p] != '<' || bytes[p + 1] != '/') {
      return -1;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[p + 2 + i] != bytes[tag.nameStart() + i]) {
        return -1;
      }
    }
    return p;
  }

  private int spaceBefore(int from) {
    int p = from;
    while (p > body().end() && XmlBytes.isSpace(bytes[p - 1])) {
      p--;
    }
    return p;
  }

  /** Reads the body to its end tag, so that all of it is known to be well-formed. */
  void readBody() {
    if (body().empty()) {
      return;
    }
    XmlScanner scanner = bodyScanner();
    while (scanner.next() != Token.END || scanner.depth() > 0) {
      // to the body's end tag
    }
    bodyContentEnd = scanner.start();
  }

  /** Reads from the body's content on; at depth 0 the body has ended. */
  XmlScanner bodyScanner() {
    Tag body = body();
    return new XmlScanner(
            "envelope", bytes, body.end(), bytes.length, body.scope().copy(), 1, limits)
        .inside(body.nameStart(), body.nameEnd());
  }

  /** Returns a scanner from the body's end tag to the end of the document. */
  XmlScanner tailScanner() {
    XmlScanner scanner =
        new XmlScanner(
                "envelope",
                bytes,
                bodyContentEnd(),
                bytes.length,
                envelope().scope().copy(),
                0,
                limits)
            .inside(envelope().nameStart(), envelope().nameEnd());
    return body().empty() ? scanner : scanner.inside(body().nameStart(), body().nameEnd());
  }

  /** Collects the positions that the scanner finds. */
  static final class Builder {
    String soapUri = "";
    Place encoding;
    Tag envelope;
    Tag header;
    int headerContentEnd = -1;
    List<Block> blocks = List.of();
    Tag body;

    EnvelopeLayout build(byte[] bytes, Limits limits) {
      return new EnvelopeLayout(bytes, limits, this);
    }
  }

  /**
   * Searches for a byte, eight at a time. Returns the position of the first {@code sought} at or
   * after {@code from}; {@code end} if there is none before it.
   */
  static int indexOf(char sought, byte[] bytes, int from, int end) {
    long eight = ONES * (sought & 0xff);
    int p = from;
    for (; p <= end - Long.BYTES; p += Long.BYTES) {
      long others = (long) LONGS.get(bytes, p) ^ eight;
      long zeros = (others - ONES) & ~others & HIGHEST; // the lowest is one, those above may not
      if (zeros != 0) {
        return p + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
      }
    }
    while (p < end && bytes[p] != sought) {
      p++;
    }
    return Math.min(p, end);
  }
}
