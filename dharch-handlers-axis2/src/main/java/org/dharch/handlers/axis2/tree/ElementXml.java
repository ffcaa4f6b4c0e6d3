package org.dharch.handlers.axis2.tree;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;

/**
 * Writes an element, or its start tag, as self-contained XML with all required namespace
 * declarations. Equal texts mean equal elements. Writes the same as a serializer, with much less
 * code to load. Unusual content of header blocks is left to the serializer: the text is then not
 * exact.
 */
final class ElementXml {
  private static final char FIRST_ILLEGAL = 0xFFFE; // and the next one

  private final StringBuilder out = new StringBuilder(256);

  /** Prefix, URI, prefix, URI …: the declarations in the open elements. */
  private final List<String> declared = new ArrayList<>();

  private boolean exact = true;
  private boolean alone = true;

  private ElementXml() {}

  static ElementXml whole(OMElement element) {
    ElementXml xml = new ElementXml();
    xml.append(element);
    return xml;
  }

  /** The start tag of {@code element}; builds nothing. */
  static ElementXml start(OMElement element) {
    ElementXml xml = new ElementXml();
    xml.appendStart(element);
    return xml;
  }

  /** The XML in UTF-8; empty if the element has content that this class does not write. */
  Optional<byte[]> bytes() {
    return exact ? Optional.of(toString().getBytes(StandardCharsets.UTF_8)) : Optional.empty();
  }

  /** Whether the tree itself has all declarations that were written, in the same places. */
  boolean isSelfContained() {
    return exact && alone;
  }

  /** Whether both are exact and have the same text. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof ElementXml xml && exact && xml.exact && out.compareTo(xml.out) == 0);
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** The XML, possibly inexact. */
  @Override
  public String toString() {
    return out.toString();
  }

  private void append(OMElement element) {
    int outer = declared.size();
    appendStart(element);
    OMNode child = element.getFirstOMChild();
    if (child == null) {
      out.append("/>");
    } else {
      out.append('>');
      while (child != null) {
        append(child);
        child = child.getNextOMSibling();
      }
      out.append("</");
      name(orNone(element.getPrefix()), element.getLocalName());
      out.append('>');
    }
    declared.subList(outer, declared.size()).clear();
  }

  private void append(OMNode node) {
    if (node instanceof OMElement inner) {
      append(inner);
    } else if (node instanceof OMText text) {
      escaped(text.getText(), false);
    } else if (node instanceof OMComment comment) {
      String value = comment.getValue();
      // a carriage return would be read as a line's end
      exact &= !value.contains("--") && !value.endsWith("-") && value.indexOf('\r') < 0;
      out.append("<!--");
      for (int i = 0; i < value.length(); i++) {
        append(value, i);
      }
      out.append("-->");
    } else {
      exact = false;
      out.append("<!").append(node.getType()).append('>');
    }
  }

  private void appendStart(OMElement element) {
    int outer = declared.size();
    String prefix = orNone(element.getPrefix());
    out.append('<');
    name(prefix, element.getLocalName());
    for (Iterator<OMNamespace> i = element.getAllDeclaredNamespaces(); i.hasNext(); ) {
      OMNamespace namespace = i.next();
      need(outer, orNone(namespace.getPrefix()), namespace.getNamespaceURI(), true);
    }
    need(outer, prefix, orNone(element.getNamespaceURI()), false);
    for (Iterator<OMAttribute> i = element.getAllAttributes(); i.hasNext(); ) {
      append(element, i.next(), outer);
    }
  }

  private void append(OMElement element, OMAttribute attribute, int outer) {
    String prefix = orNone(attribute.getPrefix());
    String uri = orNone(attribute.getNamespaceURI());
    String value = attribute.getAttributeValue();
    exact &= prefix.isEmpty() == uri.isEmpty();
    if (!uri.isEmpty()) {
      need(outer, prefix, uri, false);
    }
    if (uri.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)
        && attribute.getLocalName().equals("type")
        && value.indexOf(':') > 0) {
      String inValue = value.substring(0, value.indexOf(':')).trim();
      OMNamespace namespace = element.findNamespaceURI(inValue);
      if (namespace != null) {
        need(outer, inValue, namespace.getNamespaceURI(), false);
      }
    }
    out.append(' ');
    name(prefix, attribute.getLocalName());
    out.append("=\"");
    escaped(value, true);
    out.append('"');
  }

  /**
   * Declares {@code prefix} as {@code uri} in the current start tag, unless it is declared already
   * and need not be visible.
   *
   * @param outer the index in {@link #declared} at which this tag's own declarations start
   */
  private void need(int outer, String prefix, String uri, boolean seen) {
    int at = lastDeclared(prefix);
    boolean meant = at >= (seen ? outer : 0) && declared.get(at + 1).equals(uri);
    boolean always = at < 0 && !seen && prefix.isEmpty() && uri.isEmpty();
    if (meant || always || prefix.equals(XMLConstants.XML_NS_PREFIX)) {
      return;
    }
    exact &= at < outer; // otherwise the prefix has two meanings
    exact &= prefix.isEmpty() || !uri.isEmpty();
    alone &= seen;
    declared.add(prefix);
    declared.add(uri);
    out.append(prefix.isEmpty() ? " xmlns" : " xmlns:").append(prefix).append("=\"");
    escaped(uri, true);
    out.append('"');
  }

  private int lastDeclared(String prefix) {
    for (int i = declared.size() - 2; i >= 0; i -= 2) {
      if (declared.get(i).equals(prefix)) {
        return i;
      }
    }
    return -1;
  }

  private void name(String prefix, String localName) {
    if (!prefix.isEmpty()) {
      out.append(prefix).append(':');
    }
    out.append(localName);
  }

  private void escaped(String text, boolean inAttribute) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '\r' -> out.append("&#13;");
        case '"', '\n', '\t' -> {
          if (inAttribute) {
            out.append("&#").append((int) c).append(';');
          } else {
            out.append(c);
          }
        }
        default -> append(text, i);
      }
    }
  }

  private void append(String text, int at) {
    char c = text.charAt(at);
    exact &= c >= ' ' || c == '\n' || c == '\t' || c == '\r';
    exact &= c < FIRST_ILLEGAL && (!Character.isSurrogate(c) || isPaired(text, at));
    out.append(c);
  }

  private static boolean isPaired(String text, int at) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }

  private static String orNone(String text) {
    return text == null ? "" : text;
  }
}
