package org.dharch.core.orchestration;

import java.util.Map;
import org.dharch.core.xpath.XPath;

/**
 * Holds if an XPath 1.0 expression on the SOAP envelope is true: a node-set that is not empty, a
 * number that is not 0, a string that is not empty, or true.
 */
public final class XPathCondition implements Condition {
  private final XPath xpath;

  /**
   * @param expression evaluated with the envelope's document node as its context
   * @param namespaces the namespaces by prefix
   * @throws IllegalArgumentException if the expression is invalid, or uses an undeclared prefix
   */
  public XPathCondition(String expression, Map<String, String> namespaces) {
    this.xpath = new XPath(expression, namespaces);
  }

  public String expression() {
    return xpath.expression();
  }

  /** The namespaces of the prefixes that the expression uses. */
  public Map<String, String> namespaces() {
    return xpath.namespaces();
  }

  @Override
  public boolean holds(MessageView message) {
    return xpath.isTrue(message.tree(), message.budget());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof XPathCondition that && xpath.equals(that.xpath);
  }

  @Override
  public int hashCode() {
    return xpath.hashCode();
  }

  @Override
  public String toString() {
    return xpath.toString();
  }
}
