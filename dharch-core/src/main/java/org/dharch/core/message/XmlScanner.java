package org.dharch.core.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * Reads the UTF-8 bytes of XML 1.0 with namespaces, token by token, and tells where each stands. It
 * makes no tree and no text; names are ranges of bytes until somebody asks. It never recurses: how
 * deep a document is costs memory only up to {@link Limits#maxDepth()}.
 *
 * <p>What it lets through is well-formed: tags match, names and characters are legal, references
 * are to characters or the five predefined entities, attributes are not doubled, prefixes are
 * bound. A DTD is refused. At depth 0 any token may come; what is allowed there is for the caller
 * to say. Not safe for several threads.
 */
final class XmlScanner {
  enum Token {
    START,
    /** An element that is start and end in one tag; it opens nothing. */
    EMPTY,
    END,
    TEXT,
    CDATA,
    COMMENT,
    PI,
    EOF
  }

  private static final byte[] CDATA_START = "<![CDATA[".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] XMLNS = {'x', 'm', 'l', 'n', 's'};

  private final byte[] b;
  private final int end;
  private final Limits limits;
  private final String what;
  private final Scope scope;
  private final int depthAbove;
  private int pos;

  private int start;
  private int nameStart;
  private int prefixEnd; // nameStart if there is no prefix
  private int localStart;
  private int nameEnd;
  private String uri = "";
  private int attributeCount;
  private Attribute[] attributes = new Attribute[8];

  private int depth;
  private int[] open = new int[3 * 16]; // of each open element: name from, name to, scope size
  private int scopeAfterEmpty = -1;
  private int scopeAround;

  /** One attribute of the current start tag; declarations of namespaces are such too. */
  static final class Attribute {
    int nameStart;
    int prefixEnd;
    int localStart;
    int nameEnd;
    int valueStart;
    int valueEnd;
    boolean declaration;
    String uri = "";
  }

  /**
   * @param what what to call these bytes in errors
   * @param from where to begin
   * @param end where to end
   * @param scope what is bound there; changed by the scanner
   * @param depthAbove how many elements are open around
   */
  XmlScanner(
      String what, byte[] bytes, int from, int end, Scope scope, int depthAbove, Limits limits) {
    this.what = what;
    this.b = bytes;
    this.pos = from;
    this.end = end;
    this.scope = scope;
    this.depthAbove = depthAbove;
    this.limits = limits;
  }

  /** Begins inside an element whose start tag is before the first byte and which ends in reach. */
  XmlScanner inside(int elementNameStart, int elementNameEnd) {
    push(elementNameStart, elementNameEnd, scope.size());
    return this;
  }

  Token next() {
    if (scopeAfterEmpty >= 0) {
      scope.cut(scopeAfterEmpty);
      scopeAfterEmpty = -1;
    }
    start = pos;
    if (pos >= end) {
      if (depth > 0) {
        throw error(
            end,
            "cut off: element '"
                + text(open[3 * depth - 3], open[3 * depth - 2])
                + "' is not closed");
      }
      return Token.EOF;
    }
    if (b[pos] != '<') {
      characters();
      return Token.TEXT;
    }
    int second = pos + 1 < end ? b[pos + 1] : 0;
    return switch (second) {
      case '/' -> endTag();
      case '!' -> declaration();
      case '?' -> instruction();
      default -> startTag();
    };
  }

  /** Where the current token begins. */
  int start() {
    return start;
  }

  /** Where the current token ends: behind its last byte. */
  int end() {
    return pos;
  }

  /** How many elements are open behind the current token; an empty element is not. */
  int depth() {
    return depth;
  }

  int nameStart() {
    return nameStart;
  }

  int localStart() {
    return localStart;
  }

  int nameEnd() {
    return nameEnd;
  }

  /** The namespace of the current start tag's element; empty if it has none. */
  String uri() {
    return uri;
  }

  QName name() {
    return new QName(uri, text(localStart, nameEnd));
  }

  boolean isNamed(String namespace, String local) {
    return uri.equals(namespace) && text(localStart, nameEnd).equals(local);
  }

  int attributeCount() {
    return attributeCount;
  }

  /** Valid until the next token. */
  Attribute attribute(int index) {
    return attributes[index];
  }

  byte[] bytes() {
    return b;
  }

  /** Changes with every token; behind a start tag it holds what that tag declares. */
  Scope scope() {
    return scope;
  }

  String text(int from, int to) {
    return new String(b, from, to - from, StandardCharsets.UTF_8);
  }

  /** How many bindings of {@link #scope()} are not the current start tag's own. */
  int scopeAround() {
    return scopeAround;
  }

  MalformedMessageException error(int at, String message) {
    int line = 1;
    for (int i = 0; i < at; i++) {
      if (b[i] == '\n') {
        line++;
      }
    }
    return new MalformedMessageException(what + ", byte " + at + ", line " + line + ": " + message);
  }

  private Token endTag() {
    int from = pos + 2;
    int to = from;
    while (to < end && b[to] != '>' && !XmlChars.isSpace(b[to])) {
      to++;
    }
    if (depth == 0) {
      throw error(start, "end tag '" + text(from, to) + "' without a start tag");
    }
    int top = 3 * (depth - 1);
    if (!Arrays.equals(b, from, to, b, open[top], open[top + 1])) {
      throw error(
          start,
          "end tag '"
              + text(from, to)
              + "' where '"
              + text(open[top], open[top + 1])
              + "' is open");
    }
    int p = skipSpace(to);
    expect(p, '>');
    pos = p + 1;
    depth--;
    scope.cut(open[top + 2]);
    return Token.END;
  }

  private Token startTag() {
    int p = name(pos + 1);
    scopeAround = scope.size();
    attributeCount = 0;
    int elementStart = nameStart;
    int elementPrefixEnd = prefixEnd;
    int elementLocal = localStart;
    int elementEnd = nameEnd;
    boolean empty = false;
    while (true) {
      int q = skipSpace(p);
      if (at(q) == '>') {
        pos = q + 1;
        break;
      }
      if (at(q) == '/') {
        expect(q + 1, '>');
        pos = q + 2;
        empty = true;
        break;
      }
      if (q == p) {
        throw error(q, "'" + shown(q) + "' in a start tag; white space, '/>' or '>' is allowed");
      }
      p = readAttribute(q);
    }
    nameStart = elementStart;
    prefixEnd = elementPrefixEnd;
    localStart = elementLocal;
    nameEnd = elementEnd;
    bind();
    if (depthAbove + depth >= limits.maxDepth()) {
      throw error(start, "depth=" + (depthAbove + depth + 1L) + " > maxDepth=" + limits.maxDepth());
    }
    if (empty) {
      scopeAfterEmpty = scopeAround;
      return Token.EMPTY;
    }
    push(nameStart, nameEnd, scopeAround);
    return Token.START;
  }

  private void push(int nameFrom, int nameTo, int scopeSize) {
    if (3 * depth == open.length) {
      open = Arrays.copyOf(open, open.length * 2);
    }
    open[3 * depth] = nameFrom;
    open[3 * depth + 1] = nameTo;
    open[3 * depth + 2] = scopeSize;
    depth++;
  }

  private int readAttribute(int from) {
    if (attributeCount == limits.maxAttributes()) {
      throw error(
          from,
          "attributes=" + (attributeCount + 1L) + " > maxAttributes=" + limits.maxAttributes());
    }
    int p = skipSpace(name(from));
    expect(p, '=');
    p = skipSpace(p + 1);
    byte quote = at(p);
    if (quote != '"' && quote != '\'') {
      throw error(p, "'" + shown(p) + "' where a quoted attribute value is expected");
    }
    if (attributeCount == attributes.length) {
      attributes = Arrays.copyOf(attributes, attributeCount * 2);
    }
    Attribute attribute = attributes[attributeCount];
    if (attribute == null) {
      attribute = new Attribute();
      attributes[attributeCount] = attribute;
    }
    attributeCount++;
    attribute.nameStart = nameStart;
    attribute.prefixEnd = prefixEnd;
    attribute.localStart = localStart;
    attribute.nameEnd = nameEnd;
    attribute.valueStart = p + 1;
    attribute.valueEnd = value(p + 1, quote);
    attribute.declaration =
        Arrays.equals(b, nameStart, nameEnd, XMLNS, 0, 5)
            || Arrays.equals(b, nameStart, prefixEnd, XMLNS, 0, 5);
    return attribute.valueEnd + 1;
  }

  private int value(int from, byte quote) {
    int p = from;
    while (p < end) {
      byte c = b[p];
      if (c == quote) {
        return p;
      }
      switch (XmlChars.inText(c)) {
        case XmlChars.LESS_THAN -> throw error(p, "'<' in an attribute value");
        case XmlChars.AMPERSAND -> p = reference(p);
        case XmlChars.ILLEGAL, XmlChars.MULTI -> p = character(p);
        default -> p++;
      }
    }
    throw error(end, "cut off in an attribute value");
  }

  /** Declares what the tag declares, then resolves its names. */
  private void bind() {
    for (int i = 0; i < attributeCount; i++) {
      if (attributes[i].declaration) {
        declare(attributes[i]);
      }
    }
    uri = scope.lookup(b, nameStart, prefixEnd);
    if (uri == null) {
      throw error(nameStart, "prefix '" + text(nameStart, prefixEnd) + "' is not declared");
    }
    for (int i = 0; i < attributeCount; i++) {
      Attribute a = attributes[i];
      if (a.declaration) {
        a.uri = Scope.XMLNS_URI;
      } else if (a.prefixEnd == a.nameStart) {
        a.uri = "";
      } else {
        a.uri = scope.lookup(b, a.nameStart, a.prefixEnd);
        if (a.uri == null) {
          throw error(
              a.nameStart, "prefix '" + text(a.nameStart, a.prefixEnd) + "' is not declared");
        }
      }
    }
    refuseDoubled();
  }

  private void declare(Attribute a) {
    boolean isDefault = a.prefixEnd == a.nameStart;
    String prefix = isDefault ? "" : text(a.localStart, a.nameEnd);
    String value = XmlText.attribute(b, a.valueStart, a.valueEnd);
    if (prefix.equals("xmlns")
        || value.equals(Scope.XMLNS_URI)
        || prefix.equals("xml") != value.equals(Scope.XML_URI)
        || (value.isEmpty() && !isDefault)) {
      throw error(a.nameStart, "prefix '" + prefix + "' cannot be bound to '" + value + "'");
    }
    if (isDefault) {
      scope.declare(b, a.nameStart, a.nameStart, value);
    } else {
      scope.declare(b, a.localStart, a.nameEnd, value);
    }
  }

  private void refuseDoubled() {
    if (attributeCount > 16) {
      Set<String> names = new HashSet<>();
      for (int i = 0; i < attributeCount; i++) {
        if (!names.add(expanded(attributes[i]))) {
          throw doubled(attributes[i]);
        }
      }
      return;
    }
    for (int i = 1; i < attributeCount; i++) {
      for (int j = 0; j < i; j++) {
        Attribute one = attributes[i];
        Attribute two = attributes[j];
        if (Arrays.equals(b, one.localStart, one.nameEnd, b, two.localStart, two.nameEnd)
            && expanded(one).equals(expanded(two))) {
          throw doubled(one);
        }
      }
    }
  }

  // the default namespace's declaration is another attribute than that of a prefix 'xmlns'
  private String expanded(Attribute a) {
    return "{"
        + a.uri
        + "}"
        + (a.declaration ? text(a.nameStart, a.nameEnd) : text(a.localStart, a.nameEnd));
  }

  private MalformedMessageException doubled(Attribute a) {
    return error(a.nameStart, "attribute '" + text(a.nameStart, a.nameEnd) + "' stands twice");
  }

  private Token declaration() {
    if (startsWith(pos, CDATA_START)) {
      pos = through(pos + CDATA_START.length, "]]>", "a CDATA section");
      return Token.CDATA;
    }
    if (pos + 3 < end && b[pos + 2] == '-' && b[pos + 3] == '-') {
      int dashes = through(pos + 4, "--", "a comment");
      expect(dashes, '>');
      pos = dashes + 1;
      return Token.COMMENT;
    }
    if (pos + 2 < end && b[pos + 2] == 'D') {
      throw error(pos, "a DTD is not allowed");
    }
    throw error(pos, "neither a comment nor a CDATA section");
  }

  private Token instruction() {
    int p = name(pos + 2);
    if (prefixEnd > nameStart) {
      throw error(nameStart, "':' in the name of a processing instruction");
    }
    if (text(nameStart, nameEnd).equalsIgnoreCase("xml")) {
      throw error(pos, "an XML declaration that is not at the start");
    }
    if (!XmlChars.isSpace(at(p)) && !isAt(p, "?>")) {
      throw error(p, "'" + shown(p) + "' in the name of a processing instruction");
    }
    pos = through(p, "?>", "a processing instruction");
    return Token.PI;
  }

  /** Behind the next {@code mark}, which is ASCII. */
  private int through(int from, String mark, String where) {
    int p = from;
    while (p < end) {
      byte kind = XmlChars.inText(b[p]);
      if (kind == XmlChars.ILLEGAL || kind == XmlChars.MULTI) {
        p = character(p);
      } else if (b[p] == mark.charAt(0) && isAt(p, mark)) {
        return p + mark.length();
      } else {
        p++;
      }
    }
    throw error(end, "cut off in " + where);
  }

  private boolean isAt(int p, String mark) {
    if (p + mark.length() > end) {
      return false;
    }
    for (int i = 0; i < mark.length(); i++) {
      if (b[p + i] != mark.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void characters() {
    int p = pos;
    while (p < end) {
      switch (XmlChars.inText(b[p])) {
        case XmlChars.LESS_THAN -> {
          pos = p;
          return;
        }
        case XmlChars.AMPERSAND -> p = reference(p);
        case XmlChars.BRACKET -> {
          if (isAt(p, "]]>")) {
            throw error(p, "']]>' in text");
          }
          p++;
        }
        case XmlChars.ILLEGAL, XmlChars.MULTI -> p = character(p);
        default -> p++;
      }
    }
    pos = p;
  }

  /** Behind the reference at {@code p}. */
  private int reference(int p) {
    int limit = Math.min(end, p + 64);
    int semicolon = p + 1;
    while (semicolon < limit && b[semicolon] != ';') {
      semicolon++;
    }
    if (semicolon == limit || XmlText.referenced(b, p + 1, semicolon) < 0) {
      throw error(
          p,
          "'"
              + text(p, Math.min(semicolon + 1, limit)).split("[\\s<]", 2)[0]
              + "'; a character or one of &lt; &gt; &amp; &apos; &quot; is allowed");
    }
    return semicolon + 1;
  }

  private int character(int p) {
    if (b[p] >= 0 || XmlChars.decode(b, p, end) < 0) {
      throw error(p, String.format("byte 0x%02x is not allowed here, or not UTF-8", b[p]));
    }
    return p + XmlChars.width(b[p]);
  }

  /** Reads a qualified name and gives the place behind it. */
  private int name(int from) {
    nameStart = from;
    prefixEnd = from;
    int p = ncName(from);
    localStart = from;
    if (p < end && b[p] == ':') {
      prefixEnd = p;
      localStart = p + 1;
      p = ncName(localStart);
      if (p < end && b[p] == ':') {
        throw error(p, "a second ':' in a name");
      }
    }
    nameEnd = p;
    return p;
  }

  private int ncName(int from) {
    int p = from;
    while (p < end) {
      boolean first = p == from;
      if (b[p] >= 0) {
        if (!(first ? XmlChars.startsName(b[p]) : XmlChars.isInName(b[p]))) {
          break;
        }
        p++;
      } else {
        int cp = XmlChars.decode(b, p, end);
        if (!(first ? XmlChars.startsName(cp) : XmlChars.isInName(cp))) {
          break;
        }
        p += XmlChars.width(b[p]);
      }
    }
    if (p == from) {
      throw p >= end
          ? error(end, "cut off in a tag")
          : error(p, "'" + shown(p) + "' where a name is expected");
    }
    return p;
  }

  private boolean startsWith(int p, byte[] mark) {
    return p + mark.length <= end && Arrays.equals(b, p, p + mark.length, mark, 0, mark.length);
  }

  private int skipSpace(int from) {
    int p = from;
    while (p < end && XmlChars.isSpace(b[p])) {
      p++;
    }
    return p;
  }

  private byte at(int p) {
    if (p >= end) {
      throw error(end, "cut off in a tag");
    }
    return b[p];
  }

  private void expect(int p, char c) {
    if (at(p) != c) {
      throw error(p, "'" + shown(p) + "' where '" + c + "' is expected");
    }
  }

  private String shown(int p) {
    return b[p] > 0x20 && b[p] < 0x7f ? "" + (char) b[p] : String.format("0x%02x", b[p]);
  }
}
