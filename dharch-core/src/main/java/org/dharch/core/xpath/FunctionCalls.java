package org.dharch.core.xpath;

import java.util.List;
import java.util.Locale;
import org.dharch.core.xpath.Expression.Context;
import org.dharch.core.xpath.Values.NodeSet;

/** The functions of XPath 1.0's core library, section 4. Stateless. */
final class FunctionCalls {
  /** The number of character comparisons that cost as much as a visited node. */
  private static final int COMPARISONS_A_STEP = 16;

  private FunctionCalls() {}

  /**
   * @param arguments of the number and types that the function requires
   */
  static Expression of(XPathFunction function, List<Expression> arguments) {
    return context -> new Call(arguments, context).of(function.name());
  }

  private record Call(List<Expression> arguments, Context context) {
    Object of(String name) {
      return switch (name) {
        case "last" -> (double) context.size();
        case "position" -> (double) context.position();
        case "count" -> (double) nodes().nodes().size();
        case "sum" -> sum();
        case "id" -> id();
        case "local-name" -> first() == null ? "" : first().name;
        case "namespace-uri" -> first() == null ? "" : first().namespace;
        case "name" -> first() == null ? "" : first().qualifiedName;
        case "string" -> text();
        case "string-length" -> (double) text().codePointCount(0, text().length());
        case "normalize-space" -> normalized(text());
        case "number" -> number();
        case "floor" -> Math.floor(number(0));
        case "ceiling" -> Math.ceil(number(0));
        case "round" -> round(number(0));
        case "concat" -> concat();
        case "starts-with" -> text(0).startsWith(text(1));
        case "contains" -> at() >= 0;
        case "substring-before" -> at() < 0 ? "" : text(0).substring(0, at());
        case "substring-after" -> at() < 0 ? "" : text(0).substring(at() + text(1).length());
        case "substring" -> substring();
        case "translate" -> translate(text(0), text(1), text(2));
        case "true" -> true;
        case "false" -> false;
        case "boolean" -> Values.truth(value(0));
        case "not" -> !Values.truth(value(0));
        case "lang" -> lang(text(0).toLowerCase(Locale.ROOT));
        default -> throw new IllegalArgumentException(name);
      };
    }

    private Object value(int argument) {
      return arguments.get(argument).in(context);
    }

    private String text(int argument) {
      String text = Values.text(value(argument), context.budget());
      context.budget().read(text);
      return text;
    }

    private double number(int argument) {
      return Values.number(value(argument), context.budget());
    }

    private NodeSet nodes() {
      return (NodeSet) value(0);
    }

    private XmlNode first() {
      if (arguments.isEmpty()) {
        return context.node();
      }
      List<XmlNode> nodes = nodes().nodes();
      return nodes.isEmpty() ? null : nodes.get(0);
    }

    private String text() {
      return arguments.isEmpty() ? context.node().value(context.budget()) : text(0);
    }

    private double number() {
      return arguments.isEmpty() ? Values.number(text()) : number(0);
    }

    private double sum() {
      double sum = 0;
      for (String text : nodes().texts(context.budget())) {
        sum += Values.number(text);
      }
      return sum;
    }

    /** Always empty: only a document type declares ids, and there is none. */
    private NodeSet id() {
      value(0);
      return NodeSet.EMPTY;
    }

    private String concat() {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < arguments.size(); i++) {
        String text = text(i);
        context.budget().spend(text.length()); // also needs memory
        all.append(text);
      }
      return all.toString();
    }

    /** Returns the index of the second text in the first; negative if absent. */
    private int at() {
      String in = text(0);
      String what = text(1);
      context.budget().spend((long) in.length() * what.length() / COMPARISONS_A_STEP);
      return in.indexOf(what);
    }

    private String substring() {
      int[] characters = text(0).codePoints().toArray();
      double from = round(number(1));
      double to = arguments.size() < 3 ? Double.POSITIVE_INFINITY : from + round(number(2));
      StringBuilder part = new StringBuilder();
      for (int i = 0; i < characters.length; i++) {
        if (i + 1 >= from && i + 1 < to) {
          part.appendCodePoint(characters[i]);
        }
      }
      return part.toString();
    }

    private String translate(String text, String from, String to) {
      context.budget().spend((long) text.length() * from.length() / COMPARISONS_A_STEP);
      int[] what = from.codePoints().toArray();
      int[] into = to.codePoints().toArray();
      StringBuilder all = new StringBuilder();
      text.codePoints()
          .forEach(
              character -> {
                int at = 0;
                while (at < what.length && what[at] != character) {
                  at++;
                }
                if (at == what.length) {
                  all.appendCodePoint(character);
                } else if (at < into.length) {
                  all.appendCodePoint(into[at]);
                }
              });
      return all.toString();
    }

    private boolean lang(String wanted) {
      for (XmlNode node = context.node(); node != null; node = node.parent) {
        for (XmlNode attribute : node.attributes) {
          context.budget().spend(1);
          if (attribute.qualifiedName.equals("xml:lang")) {
            String lang = attribute.text.toLowerCase(Locale.ROOT);
            return lang.equals(wanted) || lang.startsWith(wanted + "-");
          }
        }
      }
      return false;
    }
  }

  private static double round(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return number;
    }
    return number < 0 && number >= -0.5 ? -0.0 : Math.floor(number + 0.5);
  }

  private static String normalized(String text) {
    StringBuilder all = new StringBuilder(text.length());
    boolean blank = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        blank = true;
      } else {
        if (blank && !all.isEmpty()) {
          all.append(' ');
        }
        blank = false;
        all.append(c);
      }
    }
    return all.toString();
  }
}
