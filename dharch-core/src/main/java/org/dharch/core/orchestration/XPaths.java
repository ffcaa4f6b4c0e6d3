package org.dharch.core.orchestration;

import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

/** Compiles XPath expressions with their namespaces. */
final class XPaths {
  private XPaths() {}

  static XPathExpression compile(String expression, Map<String, String> namespaces)
      throws XPathExpressionException {
    XPath xpath = XPathFactory.newDefaultInstance().newXPath();
    xpath.setNamespaceContext(new Prefixes(namespaces));
    return xpath.compile(expression);
  }

  /** What is wrong, in the words of the one who found it. */
  static String reason(Exception e) {
    Throwable reason = e;
    while (reason.getCause() != null) {
      reason = reason.getCause();
    }
    String message = reason.getMessage();
    return message == null ? reason.toString() : message;
  }

  /**
   * The prefixes of the names in {@code expression}, but for xml, which is always bound.
   *
   * @throws IllegalArgumentException if the expression is none, or can never be evaluated
   */
  static Set<String> prefixes(String expression) {
    Set<String> prefixes = XPathCheck.prefixes(expression);
    prefixes.remove(XMLConstants.XML_NS_PREFIX);
    return prefixes;
  }

  /** That prefixes are not bound, and which are. */
  static String unbound(Set<String> prefixes, Set<String> bound) {
    return (prefixes.size() == 1 ? "prefix " : "prefixes ")
        + String.join(", ", prefixes)
        + (prefixes.size() == 1 ? " is" : " are")
        + " not bound to a namespace; allowed: "
        + (bound.isEmpty()
            ? "none, until one is declared with xmlns:prefix='namespace'"
            : String.join(", ", new TreeSet<>(bound)));
  }

  private record Prefixes(Map<String, String> byPrefix) implements NamespaceContext {
    @Override
    public String getNamespaceURI(String prefix) {
      if (prefix.equals(XMLConstants.XML_NS_PREFIX)) {
        return XMLConstants.XML_NS_URI;
      }
      return byPrefix.getOrDefault(prefix, XMLConstants.NULL_NS_URI);
    }

    @Override
    public String getPrefix(String namespace) {
      Iterator<String> prefixes = getPrefixes(namespace);
      return prefixes.hasNext() ? prefixes.next() : null;
    }

    @Override
    public Iterator<String> getPrefixes(String namespace) {
      return byPrefix.entrySet().stream()
          .filter(e -> e.getValue().equals(namespace))
          .map(Map.Entry::getKey)
          .iterator();
    }
  }
}
