package org.dharch.core.xpath;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of XPath 1.0, each a Boolean, a Double, a String or a {@link NodeSet}: how they are
 * converted (section 4) and compared (section 3.4).
 */
final class Values {
  /** Section 4.4: no exponent, no plus sign. */
  private static final Pattern DIGITS =
      Pattern.compile("[ \t\r\n]*(-?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))[ \t\r\n]*");

  private Values() {}

  /** Nodes in document order, each once. */
  record NodeSet(List<XmlNode> nodes) {
    static final NodeSet EMPTY = new NodeSet(List.of());

    List<String> texts(EvaluationBudget budget) {
      List<String> texts = new ArrayList<>(nodes.size());
      nodes.forEach(node -> texts.add(node.value(budget)));
      return texts;
    }
  }

  static boolean truth(Object value) {
    if (value instanceof Boolean truth) {
      return truth;
    } else if (value instanceof Double number) {
      return number != 0 && !Double.isNaN(number);
    } else if (value instanceof String text) {
      return !text.isEmpty();
    }
    return !((NodeSet) value).nodes().isEmpty();
  }

  static double number(Object value, EvaluationBudget budget) {
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    } else if (value instanceof Double number) {
      return number;
    }
    String text = text(value, budget);
    budget.read(text);
    return number(text);
  }

  static double number(String text) {
    Matcher digits = DIGITS.matcher(text);
    return digits.matches() ? Double.parseDouble(digits.group(1)) : Double.NaN;
  }

  static String text(Object value, EvaluationBudget budget) {
    if (value instanceof String text) {
      return text;
    } else if (value instanceof Double number) {
      return text(number);
    } else if (value instanceof Boolean truth) {
      return truth.toString();
    }
    List<XmlNode> nodes = ((NodeSet) value).nodes();
    return nodes.isEmpty() ? "" : nodes.get(0).value(budget);
  }

  private static String text(double number) {
    if (number == 0) {
      return "0"; // of both signs
    } else if (Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.toString(number);
    }
    BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    return exact.toPlainString();
  }

  /** Compares numbers, or values converted to numbers. */
  enum Order {
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    boolean holds(double left, double right) {
      return switch (this) {
        case LESS -> left < right;
        case LESS_OR_EQUAL -> left <= right;
        case GREATER -> left > right;
        case GREATER_OR_EQUAL -> left >= right;
      };
    }
  }

  static boolean ordered(Order order, Object left, Object right, EvaluationBudget budget) {
    boolean truth = left instanceof Boolean || right instanceof Boolean;
    List<Double> others = numbers(right, truth, budget);
    for (double one : numbers(left, truth, budget)) {
      for (double other : others) {
        budget.spend(1);
        if (order.holds(one, other)) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<Double> numbers(Object value, boolean truth, EvaluationBudget budget) {
    if (value instanceof NodeSet set && !truth) {
      List<Double> numbers = new ArrayList<>(set.nodes().size());
      set.texts(budget).forEach(text -> numbers.add(number(text)));
      return numbers;
    }
    return List.of(number(value instanceof NodeSet ? (Object) truth(value) : value, budget));
  }

  /**
   * Whether {@code left = right}, or {@code left != right}; for node sets, whether this holds for
   * any pair.
   */
  static boolean equal(boolean wanted, Object left, Object right, EvaluationBudget budget) {
    if (left instanceof Boolean || right instanceof Boolean) {
      return (truth(left) == truth(right)) == wanted;
    } else if (left instanceof NodeSet one && right instanceof NodeSet other) {
      return equal(wanted, one, other, budget);
    } else if (left instanceof NodeSet set) {
      return equal(wanted, set, right, budget);
    } else if (right instanceof NodeSet set) {
      return equal(wanted, set, left, budget);
    } else if (left instanceof Double || right instanceof Double) {
      return (number(left, budget) == number(right, budget)) == wanted;
    }
    return left.equals(right) == wanted;
  }

  private static boolean equal(boolean wanted, NodeSet set, Object value, EvaluationBudget budget) {
    for (XmlNode node : set.nodes()) {
      String text = node.value(budget);
      boolean same = value instanceof Double number ? number(text) == number : text.equals(value);
      if (same == wanted) {
        return true;
      }
    }
    return false;
  }

  private static boolean equal(
      boolean wanted, NodeSet left, NodeSet right, EvaluationBudget budget) {
    Set<String> texts = new HashSet<>(left.texts(budget));
    for (String text : right.texts(budget)) {
      boolean some = wanted ? texts.contains(text) : texts.size() > (texts.contains(text) ? 1 : 0);
      if (some) {
        return true;
      }
    }
    return false;
  }
}
