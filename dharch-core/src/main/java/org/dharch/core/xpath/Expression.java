package org.dharch.core.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.dharch.core.xpath.Values.NodeSet;

/** A part of an XPath, which evaluates to a value within the context's budget. Immutable. */
interface Expression {
  /** The evaluation context. */
  record Context(XmlNode node, int position, int size, EvaluationBudget budget) {}

  /** Evaluates to a Boolean, Double, String or {@link NodeSet}; the type is static. */
  Object in(Context context);

  /** Adds the cost of a step to each evaluation. */
  static Expression paid(Expression expression) {
    return context -> {
      context.budget().spend(1);
      return expression.in(context);
    };
  }

  interface NodeTest {
    boolean takes(XmlNode node);
  }

  /** A step of a path. */
  record Step(Axis axis, NodeTest test, List<Expression> predicates) {
    static final Step DESCENDANTS_OR_SELF =
        new Step(Axis.DESCENDANT_OR_SELF, node -> true, List.of());

    NodeSet from(NodeSet contexts, EvaluationBudget budget) {
      if (contexts.nodes().size() == 1) {
        List<XmlNode> nodes = from(contexts.nodes().get(0), budget);
        if (axis.isReverse()) {
          java.util.Collections.reverse(nodes);
        }
        return new NodeSet(nodes);
      }
      List<XmlNode> all = new ArrayList<>();
      contexts.nodes().forEach(node -> all.addAll(from(node, budget)));
      return ordered(all);
    }

    private List<XmlNode> from(XmlNode context, EvaluationBudget budget) {
      List<XmlNode> nodes = new ArrayList<>();
      axis.walk(
          context,
          budget,
          node -> {
            if (test.takes(node)) {
              nodes.add(node);
            }
          });
      return picked(nodes, predicates, budget);
    }
  }

  /** Returns the {@code nodes} for which all predicates hold, in their order. */
  private static List<XmlNode> picked(
      List<XmlNode> nodes, List<Expression> predicates, EvaluationBudget budget) {
    List<XmlNode> left = nodes;
    for (Expression predicate : predicates) {
      List<XmlNode> picked = new ArrayList<>();
      int position = 0;
      for (XmlNode node : left) {
        position++;
        Object value = predicate.in(new Context(node, position, left.size(), budget));
        if (value instanceof Double number ? number == position : Values.truth(value)) {
          picked.add(node);
        }
      }
      left = picked;
    }
    return left;
  }

  private static NodeSet ordered(List<XmlNode> nodes) {
    for (int i = 1; i < nodes.size(); i++) {
      if (nodes.get(i - 1).compareTo(nodes.get(i)) >= 0) {
        return new NodeSet(new ArrayList<>(new TreeSet<>(nodes)));
      }
    }
    return new NodeSet(nodes);
  }

  /** Filters the nodes of {@code start} by {@code predicates}. */
  static Expression filter(Expression start, List<Expression> predicates) {
    return context ->
        new NodeSet(picked(((NodeSet) start.in(context)).nodes(), predicates, context.budget()));
  }

  /** Follows {@code steps} from the nodes of {@code start}. */
  static Expression path(Expression start, List<Step> steps) {
    return context -> {
      NodeSet nodes = (NodeSet) start.in(context);
      for (Step step : steps) {
        nodes = step.from(nodes, context.budget());
      }
      return nodes;
    };
  }

  static Expression root() {
    return context -> {
      XmlNode node = context.node();
      while (node.parent != null) {
        node = node.parent;
      }
      return new NodeSet(List.of(node));
    };
  }

  static Expression self() {
    return context -> new NodeSet(List.of(context.node()));
  }

  static Expression union(Expression left, Expression right) {
    return context -> {
      List<XmlNode> all = new ArrayList<>(((NodeSet) left.in(context)).nodes());
      all.addAll(((NodeSet) right.in(context)).nodes());
      context.budget().spend(all.size());
      return ordered(all);
    };
  }

  static Expression negative(Expression of) {
    return context -> -Values.number(of.in(context), context.budget());
  }

  static Expression binary(String operator, Expression left, Expression right) {
    return switch (operator) {
      case "or" -> c -> Values.truth(left.in(c)) || Values.truth(right.in(c));
      case "and" -> c -> Values.truth(left.in(c)) && Values.truth(right.in(c));
      case "=" -> c -> Values.equal(true, left.in(c), right.in(c), c.budget());
      case "!=" -> c -> Values.equal(false, left.in(c), right.in(c), c.budget());
      case "<" -> ordered(Values.Order.LESS, left, right);
      case "<=" -> ordered(Values.Order.LESS_OR_EQUAL, left, right);
      case ">" -> ordered(Values.Order.GREATER, left, right);
      case ">=" -> ordered(Values.Order.GREATER_OR_EQUAL, left, right);
      case "+" -> arithmetic(Double::sum, left, right);
      case "-" -> arithmetic((a, b) -> a - b, left, right);
      case "*" -> arithmetic((a, b) -> a * b, left, right);
      case "div" -> arithmetic((a, b) -> a / b, left, right);
      case "mod" -> arithmetic((a, b) -> a % b, left, right);
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static Expression ordered(Values.Order order, Expression left, Expression right) {
    return c -> Values.ordered(order, left.in(c), right.in(c), c.budget());
  }

  private static Expression arithmetic(
      java.util.function.DoubleBinaryOperator operator, Expression left, Expression right) {
    return c ->
        operator.applyAsDouble(
            Values.number(left.in(c), c.budget()), Values.number(right.in(c), c.budget()));
  }
}
