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

  // only the used ones, so that equivalent expressions are equal
  private Map<String, String> used(Set<String> prefixes, Map<String, String> bound) {
    Map<String, String> used = new TreeMap<>();
    Set<String> unbound = new TreeSet<>();
    for (String prefix : prefixes) {
      String namespace = bound.get(prefix);
      if (namespace != null) {
        used.put(prefix, namespace);
      } else if (!prefix.equals(XMLConstants.XML_NS_PREFIX)) { // which is always bound
        unbound.add(prefix);
      }
    }
    if (!unbound.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + expression + "': " + unbound(unbound, bound.keySet()));
    }
    return Collections.unmodifiableMap(used);
  }

  /** That prefixes are not bound, and which are. */
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
   * Whether it is true of {@code tree}: a set of nodes that is not empty, a number that is not 0
   * and is one, a string that is not empty, or true.
   *
   * @throws EvaluationBudget.ExceededException if that takes more than {@code budget} has left
   */
  public boolean isTrue(XmlTree tree, EvaluationBudget budget) {
    return Values.truth(value(tree, budget));
  }

  /**
   * The number that it makes of {@code tree}; not a number if it makes none of it.
   *
   * @throws EvaluationBudget.ExceededException if that takes more than {@code budget} has left
   */
  public double number(XmlTree tree, EvaluationBudget budget) {
    return Values.number(value(tree, budget), budget);
  }

  /**
   * The text that it makes of {@code tree}: of a set of nodes that of the first, empty if it has
   * none.
   *
   * @throws EvaluationBudget.ExceededException if that takes more than {@code budget} has left
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
