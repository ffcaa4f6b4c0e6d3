package org.dharch.core.orchestration;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dharch.core.message.MalformedMessageException;
import org.jaxen.BaseXPath;
import org.jaxen.JaxenException;
import org.jaxen.SimpleNamespaceContext;
import org.w3c.dom.Document;

/**
 * An XPath 1.0 expression on SOAP envelopes, compiled once; safe for any thread. Jaxen evaluates
 * it, not the JDK: what that does cannot be ended, however long it takes.
 */
final class CompiledXPath {
  /** An expression so much longer does twice as much with each node. */
  private static final int CHARACTERS_OF_ONE_PRICE = 64;

  /** Compiled expressions at rest; one is used by one thread at a time. */
  private final ConcurrentLinkedQueue<Evaluator> idle = new ConcurrentLinkedQueue<>();

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

  /** One thread's. */
  private record Evaluator(BaseXPath xpath, MeteredNavigator meter) {}

  /** What an expression is asked for. */
  private interface Question<T> {
    T ask(BaseXPath xpath, Document document) throws JaxenException;
  }

  private Evaluator compile() {
    try {
      int price = 1 + expression.length() / CHARACTERS_OF_ONE_PRICE;
      MeteredNavigator meter = new MeteredNavigator(price);
      BaseXPath xpath = new BaseXPath(expression, meter);
      xpath.setNamespaceContext(new SimpleNamespaceContext(namespaces));
      xpath.setFunctionContext(XPathFunctions.paidBy(meter));
      return new Evaluator(xpath, meter);
    } catch (JaxenException | RuntimeException e) {
      throw new IllegalArgumentException(
          "'" + expression + "' is no XPath 1.0 expression: " + XPaths.reason(e), e);
    }
  }

  /**
   * Whether it is true of {@code message}'s envelope.
   *
   * @throws MalformedMessageException if the envelope cannot be read
   * @throws EvaluationBudget.ExceededException if that takes more than the view allows
   */
  boolean isTrue(MessageView message) {
    return evaluate(message, BaseXPath::booleanValueOf);
  }

  /**
   * The number that it makes of {@code message}'s envelope.
   *
   * @throws MalformedMessageException if the envelope cannot be read
   * @throws EvaluationBudget.ExceededException if that takes more than the view allows
   */
  double number(MessageView message) {
    return evaluate(message, BaseXPath::numberValueOf).doubleValue();
  }

  private <T> T evaluate(MessageView message, Question<T> question) {
    Document document = message.document();
    Evaluator mine = idle.poll();
    if (mine == null) {
      mine = compile();
    }
    try {
      mine.meter().paidBy(message.budget());
      return question.ask(mine.xpath(), document);
    } catch (EvaluationBudget.ExceededException e) {
      throw e;
    } catch (JaxenException | RuntimeException e) {
      throw new MalformedMessageException(
          "'" + expression + "' cannot be evaluated on this message: " + XPaths.reason(e), e);
    } finally {
      mine.meter().paidBy(null);
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
