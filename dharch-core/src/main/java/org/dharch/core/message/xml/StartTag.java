package org.dharch.core.message.xml;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Brief;

/** One start tag after another: the name and the attributes of the latest that was read. */
public final class StartTag {
  private static final byte[] XMLNS = {'x', 'm', 'l', 'n', 's'};

  private final XmlBytes in;
  private final int maxAttributes;

  /** The element's name; its places are valid until the next tag. */
  final Name name = new Name();

  /** Whether the tag is the end tag too. */
  boolean empty;

  int attributeCount;
  private Attribute[] attributes = new Attribute[8];

  /** Position of a qualified name, and its namespace after it is resolved. */
  static class Name {
    public int start;
    public int prefixEnd; // as start if there is no prefix
    public int localStart;
    public int end;
    public String uri = "";

    public boolean hasPrefix() {
      return prefixEnd > start;
    }

    /** Reads a name and returns the position after it. */
    final int read(XmlBytes in, int from) {
      start = from;
      prefixEnd = from;
      localStart = from;
      int p = in.ncName(from);
      if (p < in.end() && in.b()[p] == ':') {
        prefixEnd = p;
        localStart = p + 1;
        p = in.ncName(localStart);
        if (p < in.end() && in.b()[p] == ':') {
          throw in.error(p, "a second ':' in a name");
        }
      }
      end = p;
      return p;
    }
  }

  /** An attribute; declarations of namespaces are such too. */
  public static final class Attribute extends Name {
    public int valueStart;
    public int valueEnd;
    public boolean declaration;
  }

  StartTag(XmlBytes in, int maxAttributes) {
    this.in = in;
    this.maxAttributes = maxAttributes;
  }

  Attribute attribute(int index) {
    return attributes[index];
  }

  /** Reads the tag whose name is at {@code from} and returns the position after it. */
  int read(int from) {
    attributeCount = 0;
    int p = name.read(in, from);
    while (true) {
      int q = in.skipSpace(p);
      empty = in.at(q) == '/';
      if (empty) {
        in.expect(q + 1, '>');
        return q + 2;
      }
      if (in.at(q) == '>') {
        return q + 1;
      }
      if (q == p) {
        throw in.error(
            q,
            "a start tag must continue with white space, '/>' or '>' (got '" + in.shown(q) + "')");
      }
      p = readAttribute(q);
    }
  }

  private int readAttribute(int from) {
    if (attributeCount == maxAttributes) {
      throw in.error(
          from, "attributes=" + (attributeCount + 1L) + " > maxAttributes=" + maxAttributes);
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
    int p = in.skipSpace(attribute.read(in, from));
    in.expect(p, '=');
    p = in.skipSpace(p + 1);
    byte quote = in.at(p);
    if (quote != '"' && quote != '\'') {
      throw in.error(p, "'" + in.shown(p) + "' where a quoted attribute value is expected");
    }
    attribute.valueStart = p + 1;
    attribute.valueEnd = in.value(p + 1, quote);
    int first = attribute.hasPrefix() ? attribute.prefixEnd : attribute.end;
    attribute.declaration = Arrays.equals(in.b(), attribute.start, first, XMLNS, 0, XMLNS.length);
    return attribute.valueEnd + 1;
  }

  /** Adds the tag's namespace declarations to {@code scope}, then resolves its names. */
  void bind(NamespaceScope scope) {
    for (int i = 0; i < attributeCount; i++) {
      if (attributes[i].declaration) {
        declare(attributes[i], scope);
      }
    }
    resolve(name, scope);
    for (int i = 0; i < attributeCount; i++) {
      Attribute a = attributes[i];
      if (a.declaration) {
        a.uri = NamespaceScope.XMLNS_URI;
      } else if (a.hasPrefix()) {
        resolve(a, scope);
      } else {
        a.uri = "";
      }
    }
    refuseDoubled();
  }

  private void resolve(Name n, NamespaceScope scope) {
    String uri = scope.lookup(in.b(), n.start, n.prefixEnd);
    if (uri == null) {
      throw in.error(n.start, "prefix '" + in.brief(n.start, n.prefixEnd) + "' is not declared");
    }
    n.uri = uri;
  }

  private void declare(Attribute a, NamespaceScope scope) {
    String prefix = a.hasPrefix() ? in.text(a.localStart, a.end) : "";
    String uri = ResolvedText.attribute(in.b(), a.valueStart, a.valueEnd);
    if (prefix.equals("xmlns")
        || uri.equals(NamespaceScope.XMLNS_URI)
        || prefix.equals("xml") != uri.equals(NamespaceScope.XML_URI)
        || (uri.isEmpty() && a.hasPrefix())) {
      throw in.error(
          a.start, "prefix '" + Brief.of(prefix) + "' cannot be bound to '" + Brief.of(uri) + "'");
    }
    int start = a.hasPrefix() ? a.localStart : a.start;
    scope.declare(in.b(), start, start + (a.hasPrefix() ? a.end - start : 0), uri);
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
        if (in.same(one.localStart, one.end, two.localStart, two.end)
            && expanded(one).equals(expanded(two))) {
          throw doubled(one);
        }
      }
    }
  }

  // declarations by their whole name: 'xmlns' is another attribute than 'xmlns:xmlns' would be
  private String expanded(Attribute a) {
    return "{" + a.uri + "}" + in.text(a.declaration ? a.start : a.localStart, a.end);
  }

  private MalformedMessageException doubled(Attribute a) {
    return in.error(a.start, "attribute '" + in.brief(a.start, a.end) + "' occurs twice");
  }
}
