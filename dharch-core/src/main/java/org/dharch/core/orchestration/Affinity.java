package org.dharch.core.orchestration;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.xpath.EvaluationBudget;
import org.dharch.core.xpath.XPath;

/**
 * The value by which messages prefer the same node for a handler, such as the id of their
 * conversation: the text of an XPath 1.0 expression on the message's header, or of a property. It
 * only improves speed: no message waits for a particular node. Immutable; thread-safe.
 */
public final class Affinity {
  /** The maximum size of the header and its surroundings; larger ones are not read. */
  public static final int MOST_HEADER_BYTES = 64 << 10;

  private final Optional<XPath> xpath;
  private final String property;

  private Affinity(Optional<XPath> xpath, String property) {
    this.xpath = xpath;
    this.property = property;
  }

  /**
   * Creates an affinity by an expression on the envelope without its body content.
   *
   * @param namespaces the namespaces by prefix
   * @throws IllegalArgumentException if the expression is invalid, or uses an undeclared prefix
   */
  public static Affinity ofHeader(String expression, Map<String, String> namespaces) {
    return new Affinity(Optional.of(new XPath(expression, namespaces)), "");
  }

  /** By the property of this name. */
  public static Affinity ofProperty(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("affinityProperty must be a property's name (got '')");
    }
    return new Affinity(Optional.empty(), name);
  }

  /** The expression; empty if it goes by a property. */
  public Optional<String> expression() {
    return xpath.map(XPath::expression);
  }

  /** The namespaces of the prefixes that the expression uses. */
  public Map<String, String> namespaces() {
    return xpath.map(XPath::namespaces).orElse(Map.of());
  }

  /** The name of the property; empty if it goes by an expression. */
  public String property() {
    return property;
  }

  /**
   * Returns the value of this message; empty if it has none, or a header of more than {@value
   * #MOST_HEADER_BYTES} bytes.
   *
   * @throws MalformedMessageException if the expression cannot be evaluated on this message, or
   *     exceeds the budget for evaluation on the event loop
   */
  public Optional<String> value(byte[] envelope, MessageProperties properties, Limits limits) {
    Optional<String> value = xpath.isEmpty() ? text(properties) : text(envelope, limits);
    return value.filter(text -> !text.isEmpty());
  }

  private Optional<String> text(MessageProperties properties) {
    return properties.get(property).map(Object::toString);
  }

  private Optional<String> text(byte[] envelope, Limits limits) {
    byte[] bare = Envelopes.withoutBody(envelope, limits);
    if (bare.length > MOST_HEADER_BYTES) {
      return Optional.empty();
    }
    EvaluationBudget budget = new EvaluationBudget(EvaluationBudget.AT_ONCE);
    MessageView view = new MessageView(bare, MessageProperties.empty(), limits, budget);
    return Optional.of(xpath.orElseThrow().text(view.tree(), budget));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Affinity that
        && xpath.equals(that.xpath)
        && property.equals(that.property);
  }

  @Override
  public int hashCode() {
    return Objects.hash(xpath, property);
  }

  @Override
  public String toString() {
    return xpath.map(XPath::toString).orElse("property " + property);
  }
}
