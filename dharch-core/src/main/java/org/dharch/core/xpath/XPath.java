package org.dharch.core.xpath;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.XMLConstants;

/** An XPath 1.0 expression. Immutable; safe for any thread. */
public final class XPath {
  private final String expression;
  private final Map<String, String> namespaces;
  private final Expression compiled;

  /**
   * @param namespaces the namespaces by prefix
   * @throws IllegalArgumentException if the expression is invalid, can never be evaluated, or uses
   *     an undeclared prefix
   */
  public XPath(String expression, Map<String, String> namespaces) {
    this.expression = Objects.requireNonNull(expression, "expression");
    XPathParser parser = parsed(namespaces);
    this.namespaces = used(parser.prefixes(), namespaces);
    this.compiled = parser.compiled();
  }

  private XPathParser parsed(Map<String, String> allNamespaces) {
    try {
      return XPathParser.parse(expression, allNamespaces);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + expression + "' cannot be evaluated: " + e.getMessage(), e);
    }
  }

  // Only the used ones, so that equivalent expressions are equal.
  private Map<String, String> used(Set<String> prefixes, Map<String, String> bound) {
    Map<String, String> used = new TreeMap<>();
    Set<String> unbound = new TreeSet<>();
    for (String prefix : prefixes) {
      String namespace = bound.get(prefix);
      if (namespace != null) {
        used.put(prefix, namespace);
      } else if (!prefix.equals(XMLConstants.XML_NS_PREFIX)) { // always bound
        unbound.add(prefix);
      }
    }
    if (!unbound.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + expression + "': " + unbound(unbound, bound.keySet()));
    }
    return Collections.unmodifiableMap(used);
  }

  public static String unbound(Set<String> prefixes, Set<String> bound) {
    return (prefixes.size() == 1 ? "prefix " : "prefixes ")
        + String.join(", ", prefixes)
        + (prefixes.size() == 1 ? " is" : " are")
        + " not bound to a namespace; allowed: "
        + (bound.isEmpty()
            ? "none, until one is declared with xmlns:prefix='namespace'"
            : String.join(", ", new TreeSet<>(bound)));
  }

  public String expression() {
    return expression;
  }

  /** The namespaces of the prefixes that the expression uses. */
  public Map<String, String> namespaces() {
    return namespaces;
  }

  /**
   * Evaluates to a boolean: true for a non-empty node set or string, and for a number other than 0
   * and NaN.
   *
   * @throws EvaluationBudget.ExceededException if that exceeds the remaining {@code budget}
   */
  public boolean isTrue(XmlTree tree, EvaluationBudget budget) {
    return Values.truth(value(tree, budget));
  }

  /**
   * Evaluates to a number; NaN if that is impossible.
   *
   * @throws EvaluationBudget.ExceededException if that exceeds the remaining {@code budget}
   */
  public double number(XmlTree tree, EvaluationBudget budget) {
    return Values.number(value(tree, budget), budget);
  }

  /**
   * Evaluates to a string: of a node set that of the first node; empty if there is none.
   *
   * @throws EvaluationBudget.ExceededException if that exceeds the remaining {@code budget}
   */
  public String text(XmlTree tree, EvaluationBudget budget) {
    return Values.text(value(tree, budget), budget);
  }

  /**
   * Returns the selection in {@code tree} from the document element: each node of a set as
   * self-contained XML, an element with all namespaces in scope, other nodes as text; or the text
   * of another value. Text is escaped.
   *
   * @param most the maximum total number of characters
   * @throws EvaluationBudget.ExceededException if it exceeds the remaining {@code budget} or the
   *     number of characters
   */
  public List<String> selected(XmlTree tree, EvaluationBudget budget, int most) {
    XmlNode element = NodeText.documentElement(tree.root());
    return new NodeText(budget, most)
        .of(compiled.in(new Expression.Context(element, 1, 1, budget)));
  }

  /** Returns the number of a text by XPath 1.0; NaN if it has none. */
  public static double number(String text) {
    return Values.number(text);
  }

  private Object value(XmlTree tree, EvaluationBudget budget) {
    return compiled.in(new Expression.Context(tree.root(), 1, 1, budget));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof XPath that
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
