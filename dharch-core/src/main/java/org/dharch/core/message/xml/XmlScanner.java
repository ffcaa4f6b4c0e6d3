package org.dharch.core.message.xml;

import java.util.Arrays;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.xml.StartTag.Attribute;

/**
 * Reads the UTF-8 bytes of XML 1.0 with namespaces, token by token, and reports the position of
 * each. Builds no tree and no text; names are byte ranges until requested. It does not recurse, so
 * depth costs memory only up to {@link Limits#maxDepth()}.
 *
 * <p>It accepts well-formed XML only: tags match, names and characters are legal, references are to
 * characters or the five predefined entities, attributes are unique, prefixes are bound. It rejects
 * a DTD. At depth 0 it returns any token; the caller decides which are allowed. Not thread-safe.
 */
public final class XmlScanner {
  public enum Token {
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

  private final XmlBytes in;
  private final byte[] b;
  private final int end;
  private final int maxDepth;
  private final int depthAbove;
  private final NamespaceScope scope;
  private final StartTag tag;
  private int pos;
  private int start;

  private int depth;
  private int[] open = new int[3 * 16]; // of each open element: name from, name to, scope size
  private int scopeAfterEmpty = -1;
  private int scopeAround;

  /**
   * @param what the name of these bytes in errors
   * @param from the start position
   * @param end the end position
   * @param scope the namespaces in scope there; changed by the scanner
   * @param depthAbove how many elements are open around
   */
  public XmlScanner(
      String what,
      byte[] bytes,
      int from,
      int end,
      NamespaceScope scope,
      int depthAbove,
      Limits limits) {
    this.in = new XmlBytes(what, bytes, end);
    this.b = bytes;
    this.pos = from;
    this.end = end;
    this.scope = scope;
    this.depthAbove = depthAbove;
    this.maxDepth = limits.maxDepth();
    this.tag = new StartTag(in, limits.maxAttributes());
  }

  /** Starts inside an element whose start tag precedes the range and which ends within it. */
  public XmlScanner inside(int elementNameStart, int elementNameEnd) {
    push(elementNameStart, elementNameEnd, scope.size());
    return this;
  }

  public Token next() {
    if (scopeAfterEmpty >= 0) {
      scope.cut(scopeAfterEmpty);
      scopeAfterEmpty = -1;
    }
    start = pos;
    if (pos >= end) {
      if (depth > 0) {
        throw in.error(end, "cut off: element '" + openName() + "' is not closed");
      }
      return Token.EOF;
    }
    if (b[pos] != '<') {
      pos = in.characters(pos);
      return Token.TEXT;
    }
    return switch (pos + 1 < end ? b[pos + 1] : 0) {
      case '/' -> endTag();
      case '!' -> declaration();
      case '?' -> instruction();
      default -> startTag();
    };
  }

  /** Returns the start of the current token. */
  public int start() {
    return start;
  }

  /** Returns the end of the current token: the position after its last byte. */
  public int end() {
    return pos;
  }

  /** Returns how many elements are open after the current token, without an empty element. */
  public int depth() {
    return depth;
  }

  /** Returns the start of the name in the latest start tag. */
  public int nameStart() {
    return tag.name.start;
  }

  public int localStart() {
    return tag.name.localStart;
  }

  public int nameEnd() {
    return tag.name.end;
  }

  /** The namespace of the latest start tag's element; empty if it has none. */
  public String uri() {
    return tag.name.uri;
  }

  public QName name() {
    return new QName(uri(), text(localStart(), nameEnd()));
  }

  public boolean isNamed(String namespace, String local) {
    return uri().equals(namespace) && text(localStart(), nameEnd()).equals(local);
  }

  public int attributeCount() {
    return tag.attributeCount;
  }

  /** One attribute of the latest start tag; valid until the next. */
  public Attribute attribute(int index) {
    return tag.attribute(index);
  }

  public byte[] bytes() {
    return b;
  }

  /**
   * Returns the scope, which changes with every token; after a start tag it has the tag's
   * declarations.
   */
  public NamespaceScope scope() {
    return scope;
  }

  /** How many bindings of {@link #scope()} are not the current start tag's own. */
  public int scopeAround() {
    return scopeAround;
  }

  public String text(int from, int to) {
    return in.text(from, to);
  }

  public MalformedMessageException error(int at, String message) {
    return in.error(at, message);
  }

  /** Returns the error for a processing instruction. */
  public MalformedMessageException notInSoap() {
    return error(start, "a processing instruction, which SOAP does not allow");
  }

  private String openName() {
    return in.brief(open[3 * depth - 3], open[3 * depth - 2]);
  }

  private Token endTag() {
    int from = pos + 2;
    int to = from;
    while (to < end && b[to] != '>' && !XmlBytes.isSpace(b[to])) {
      to++;
    }
    if (depth == 0) {
      throw in.error(start, "end tag '" + in.brief(from, to) + "' without a start tag");
    }
    int top = 3 * (depth - 1);
    if (!in.same(from, to, open[top], open[top + 1])) {
      throw in.error(
          start, "end tag '" + in.brief(from, to) + "' where '" + openName() + "' is open");
    }
    int p = in.skipSpace(to);
    in.expect(p, '>');
    pos = p + 1;
    depth--;
    scope.cut(open[top + 2]);
    return Token.END;
  }

  private Token startTag() {
    pos = tag.read(pos + 1);
    scopeAround = scope.size();
    tag.bind(scope);
    if (depthAbove + depth >= maxDepth) {
      throw in.error(start, "depth=" + (depthAbove + depth + 1L) + " > maxDepth=" + maxDepth);
    }
    if (tag.empty) {
      scopeAfterEmpty = scopeAround;
      return Token.EMPTY;
    }
    push(tag.name.start, tag.name.end, scopeAround);
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

  private Token declaration() {
    if (in.isAt(pos, "<![CDATA[")) {
      pos = in.through(pos + 9, "]]>", "a CDATA section");
      return Token.CDATA;
    }
    if (in.isAt(pos, "<!--")) {
      int dashes = in.through(pos + 4, "--", "a comment");
      in.expect(dashes, '>');
      pos = dashes + 1;
      return Token.COMMENT;
    }
    throw in.error(
        pos,
        in.isAt(pos, "<!D")
            ? "a DTD is not allowed"
            : "'<!' that begins neither a comment nor a CDATA section");
  }

  private Token instruction() {
    int from = pos + 2;
    int to = in.ncName(from);
    if (text(from, to).equalsIgnoreCase("xml")) {
      throw in.error(pos, "an XML declaration that is not at the start");
    }
    if (!XmlBytes.isSpace(in.at(to)) && !in.isAt(to, "?>")) {
      throw in.error(to, "'" + in.shown(to) + "' in the name of a processing instruction");
    }
    pos = in.through(to, "?>", "a processing instruction");
    return Token.PI;
  }
}
