package org.dharch.core.orchestration;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.xml.namespace.QName;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathExpressionException;
import org.dharch.core.message.MalformedMessageException;
import org.w3c.dom.Document;

/** An XPath 1.0 expression on SOAP envelopes, compiled once; safe for any thread. */
final class CompiledXPath {
  /** Compiled expressions at rest; one is used by one thread at a time. */
  private final ConcurrentLinkedQueue<XPathExpression> idle = new ConcurrentLinkedQueue<>();

  private final String expression;
  private final Map<String, String> namespaces;

  /**
   * @throws IllegalArgumentException if the expression is none, can never be evaluated, or has a
   *     prefix that is not there
   */
  CompiledXPath(String expression, Map<String, String> namespaces) {
    this.expression = Objects.requireNonNull(expression, "expression");
    this.namespaces = used(expression, namespaces);
    idle.add(compile());
  }

  // only those that it uses, so that two that say the same are equal
  private static Map<String, String> used(String expression, Map<String, String> namespaces) {
    Map<String, String> used = new TreeMap<>();
    Set<String> unbound = new TreeSet<>();
    for (String prefix : prefixes(expression)) {
      String namespace = namespaces.get(prefix);
      if (namespace == null) {
        unbound.add(prefix);
      } else {
        used.put(prefix, namespace);
      }
    }
    if (!unbound.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + expression + "': " + XPaths.unbound(unbound, namespaces.keySet()));
    }
    return Collections.unmodifiableMap(used);
  }

  private static Set<String> prefixes(String expression) {
    try {
      return XPaths.prefixes(expression);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + expression + "' can never be evaluated: " + e.getMessage(), e);
    }
  }

  String expression() {
    return expression;
  }

  /** The namespaces of the prefixes that the expression uses. */
  Map<String, String> namespaces() {
    return namespaces;
  }

  private XPathExpression compile() {
    try {
      return XPaths.compile(expression, namespaces);
    } catch (XPathExpressionException | RuntimeException e) { // the JDK's throws both
      throw new IllegalArgumentException(
          "'" + expression + "' is no XPath 1.0 expression: " + XPaths.reason(e), e);
    }
  }

  /**
   * What it makes of {@code message}'s envelope, of a type of XPathConstants.
   *
   * @throws MalformedMessageException if the envelope cannot be read, or the JDK evaluates the
   *     expression on others, and not on this one
   */
  Object evaluate(MessageView message, QName type) {
    Document document = message.document();
    XPathExpression mine = idle.poll();
    if (mine == null) {
      mine = compile();
    }
    try {
      return mine.evaluate(document, type);
    } catch (XPathExpressionException | RuntimeException e) {
      throw new MalformedMessageException(
          "'" + expression + "' cannot be evaluated on this message: " + XPaths.reason(e), e);
    } finally {
      idle.add(mine);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CompiledXPath that
        && expression.equals(that.expression)
        && namespaces.equals(that.namespaces);
  }

  @Override
  public int hashCode() {
    return Objects.hash(expression, namespaces);
  }

  @Override
  public String toString() {
    return expression;
  }
}
