package org.dharch.core.flow;

import java.util.Map;
import java.util.Optional;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.xpath.XPath;

/**
 * The number that an XPath 1.0 expression makes of a SOAP envelope, such as {@code count(//item)}.
 * Immutable; safe for any thread.
 */
public final class XPathNumber {
  private final XPath xpath;
  private final Optional<ElementNumber> simple;

  /**
   * @param expression evaluated with the envelope's document node as its context
   * @param namespaces the namespaces by prefix
   * @throws IllegalArgumentException if the expression is invalid, or uses an undeclared prefix
   */
  public XPathNumber(String expression, Map<String, String> namespaces) {
    this.xpath = new XPath(expression, namespaces);
    this.simple = ElementNumber.of(expression, xpath.namespaces());
  }

  public String expression() {
    return xpath.expression();
  }

  /** The namespaces of the prefixes that the expression uses. */
  public Map<String, String> namespaces() {
    return xpath.namespaces();
  }

  /**
   * The number; not a number if the expression makes none of this message.
   *
   * @throws MalformedMessageException if the envelope cannot be read
   */
  public double of(MessageView message) {
    if (simple.isPresent() && !message.isTree()) {
      try {
        return simple.get().in(message.envelope(), message.limits());
      } catch (MalformedMessageException e) {
        // the tree's parser supports more encodings, or reports the error
      }
    }
    return xpath.number(message.tree(), message.budget());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof XPathNumber that && xpath.equals(that.xpath);
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
