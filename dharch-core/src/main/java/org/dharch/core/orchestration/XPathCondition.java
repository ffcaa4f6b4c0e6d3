package org.dharch.core.orchestration;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathExpressionException;

/**
 * Holds if an XPath 1.0 expression on the SOAP envelope is true: a node-set that is not empty, a
 * number that is not 0, a string that is not empty, or true.
 */
public final class XPathCondition implements Condition {
  /** Compiled expressions at rest; one is used by one thread at a time. */
  private final ConcurrentLinkedQueue<XPathExpression> idle = new ConcurrentLinkedQueue<>();

  private final String expression;
  private final Map<String, String> namespaces;

  /**
   * @param expression evaluated with the envelope's document node as its context
   * @param namespaces which prefix in it stands for which namespace
   * @throws IllegalArgumentException if the expression is none, or has a prefix that is not there
   */
  public XPathCondition(String expression, Map<String, String> namespaces) {
    this.expression = Objects.requireNonNull(expression, "expression");
    this.namespaces = used(expression, namespaces);
    idle.add(compile());
  }

  // only those that it uses, so that two that say the same are equal
  private static Map<String, String> used(String expression, Map<String, String> namespaces) {
    Map<String, String> used = new TreeMap<>();
    Set<String> unbound = new TreeSet<>();
    for (String prefix : XPaths.prefixes(expression)) {
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

  public String expression() {
    return expression;
  }

  /** The namespaces of the prefixes that the expression uses. */
  public Map<String, String> namespaces() {
    return namespaces;
  }

  private XPathExpression compile() {
    try {
      return XPaths.compile(expression, namespaces);
    } catch (XPathExpressionException e) {
      throw new IllegalArgumentException(
          "'" + expression + "' is no XPath 1.0 expression: " + XPaths.reason(e), e);
    }
  }

  @Override
  public boolean holds(MessageView message) {
    XPathExpression mine = idle.poll();
    if (mine == null) {
      mine = compile();
    }
    try {
      return (Boolean) mine.evaluate(message.document(), XPathConstants.BOOLEAN);
    } catch (XPathExpressionException e) {
      throw new IllegalStateException("'" + expression + "': " + XPaths.reason(e), e);
    } finally {
      idle.add(mine);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof XPathCondition that
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
