package org.dharch.core.orchestration;

import static org.dharch.core.orchestration.XPathType.BOOLEAN;
import static org.dharch.core.orchestration.XPathType.NODES;
import static org.dharch.core.orchestration.XPathType.NUMBER;
import static org.dharch.core.orchestration.XPathType.STRING;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.orchestration.XPathLexer.Kind;
import org.dharch.core.orchestration.XPathLexer.Token;

/**
 * Finds out, without any message, whether an XPath 1.0 expression can be evaluated. There are no
 * variables here and no functions but the core library's, so the type of every part follows from
 * how it is written, and all that can fail is that something else stands where a set of nodes is
 * needed. An evaluation says so only when it gets there, with a message in hand. Used once.
 */
final class XPathCheck {
  /** How deep brackets of all kinds may be nested. */
  static final int MAX_DEPTH = 32;

  /** Binary operators, from those that bind least. */
  private static final List<Set<String>> OPERATORS =
      List.of(
          Set.of("or"),
          Set.of("and"),
          Set.of("=", "!="),
          Set.of("<", ">", "<=", ">="),
          Set.of("+", "-"),
          Set.of("*", "div", "mod"));

  private static final int FIRST_OF_NUMBERS = 4;

  private static final Set<String> NODE_TYPES =
      Set.of("comment", "text", "processing-instruction", "node");

  private static final List<String> AXES =
      List.of(
          "ancestor",
          "ancestor-or-self",
          "attribute",
          "child",
          "descendant",
          "descendant-or-self",
          "following",
          "following-sibling",
          "namespace",
          "parent",
          "preceding",
          "preceding-sibling",
          "self");

  private final List<Token> tokens;
  private final Set<String> prefixes = new TreeSet<>();
  private int next;
  private int depth;

  /** Behind the latest union, and the round brackets around it. */
  private int unionEnd = -1;

  private XPathCheck(List<Token> tokens) {
    this.tokens = tokens;
  }

  /**
   * The prefixes of the names in {@code expression}.
   *
   * @throws IllegalArgumentException if the expression is none, or can never be evaluated; it says
   *     what is wrong, where, and what is allowed
   */
  static Set<String> prefixes(String expression) {
    XPathCheck check = new XPathCheck(XPathLexer.tokens(expression));
    check.expression();
    if (check.peek().kind() != Kind.END) {
      throw new IllegalArgumentException(check.peek() + " where an operator or the end is allowed");
    }
    return check.prefixes;
  }

  // ---- expressions

  private XPathType expression() {
    if (++depth > MAX_DEPTH) {
      throw new IllegalArgumentException("nested deeper than " + MAX_DEPTH + " at " + peek().at());
    }
    XPathType type = binary(0);
    depth--;
    return type;
  }

  private XPathType binary(int level) {
    if (level == OPERATORS.size()) {
      return unary();
    }
    XPathType type = binary(level + 1);
    while (peek().kind() == Kind.OPERATOR && OPERATORS.get(level).contains(peek().text())) {
      if (unionEnd == next) {
        throw new IllegalArgumentException(
            "a union before "
                + peek()
                + ": what evaluates it takes what follows for a part of the union; allowed behind"
                + " the operator, in count() or with a predicate");
      }
      next++;
      binary(level + 1);
      type = level < FIRST_OF_NUMBERS ? BOOLEAN : NUMBER;
    }
    return type;
  }

  private XPathType unary() {
    boolean negative = false;
    while (taken("-")) {
      negative = true;
    }
    int at = next;
    XPathType type = path();
    while (peek().is("|")) {
      nodes(type, "an operand of '|'", at);
      next++;
      at = next;
      type = nodes(path(), "an operand of '|'", at);
      unionEnd = next;
    }
    return negative ? NUMBER : type;
  }

  // ---- paths

  private XPathType path() {
    Token token = peek();
    if (token.is("$")) {
      throw new IllegalArgumentException(
          "a variable at " + token.at() + "; there are no variables here");
    }
    boolean primary =
        token.is("(")
            || token.kind() == Kind.LITERAL
            || token.kind() == Kind.NUMBER
            || (token.kind() == Kind.NAME && after().is("(") && !NODE_TYPES.contains(token.text()));
    if (!primary) {
      locationPath();
      return NODES;
    }
    int at = next;
    XPathType type = primary();
    if (peek().is("[")) {
      nodes(type, "what a predicate picks from", at);
      predicates();
    }
    if (taken("/") || taken("//")) {
      nodes(type, "what a path begins with", at);
      relativePath();
    }
    return type;
  }

  private XPathType primary() {
    Token token = tokens.get(next++);
    if (token.is("(")) {
      XPathType type = expression();
      boolean union = unionEnd == next;
      expect(")");
      unionEnd = union ? next : unionEnd;
      return type;
    } else if (token.kind() == Kind.LITERAL) {
      return STRING;
    } else if (token.kind() == Kind.NUMBER) {
      return NUMBER;
    }
    return call(token);
  }

  private XPathType call(Token name) {
    XPathFunction function =
        XPathFunction.named(name.text())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "function "
                            + name
                            + " is unknown; allowed: "
                            + String.join(", ", XPathFunction.names())));
    expect("(");
    int arguments = 0;
    if (!peek().is(")")) {
      do {
        int at = next;
        XPathType type = expression();
        arguments++;
        if (function.takesNodes()) {
          nodes(type, "the argument of " + function.name() + "()", at);
        }
      } while (taken(","));
    }
    expect(")");
    if (arguments < function.least() || arguments > function.most()) {
      throw new IllegalArgumentException(
          function.name()
              + "() with "
              + arguments
              + " arguments at "
              + name.at()
              + "; allowed: "
              + function.arguments());
    }
    return function.type();
  }

  private void locationPath() {
    if (taken("//")) {
      relativePath();
    } else if (!taken("/") || beginsStep(peek())) {
      relativePath();
    }
  }

  private static boolean beginsStep(Token token) {
    return token.kind() == Kind.NAME || token.is("@") || token.is(".") || token.is("..");
  }

  private void relativePath() {
    do {
      step();
    } while (taken("/") || taken("//"));
  }

  private void step() {
    if (taken(".") || taken("..")) {
      return;
    }
    if (!taken("@") && peek().kind() == Kind.NAME && after().is("::")) {
      Token axis = tokens.get(next++);
      if (!AXES.contains(axis.text())) {
        throw new IllegalArgumentException(
            "axis " + axis + " is unknown; allowed: " + String.join(", ", AXES));
      }
      next++;
    }
    Token test = tokens.get(next);
    if (test.kind() != Kind.NAME) {
      throw new IllegalArgumentException(test + " where a name or a step of a path is needed");
    }
    next++;
    if (peek().is("(") && NODE_TYPES.contains(test.text())) {
      next++;
      if (test.text().equals("processing-instruction") && peek().kind() == Kind.LITERAL) {
        next++;
      }
      expect(")");
    } else if (test.text().indexOf(':') > 0) {
      prefixes.add(test.text().substring(0, test.text().indexOf(':')));
    }
    predicates();
  }

  private void predicates() {
    while (taken("[")) {
      expression();
      expect("]");
    }
  }

  // ---- tokens

  private Token peek() {
    return tokens.get(next);
  }

  private Token after() {
    return tokens.get(Math.min(next + 1, tokens.size() - 1));
  }

  private boolean taken(String sign) {
    if (!peek().is(sign)) {
      return false;
    }
    next++;
    return true;
  }

  private void expect(String sign) {
    if (!taken(sign)) {
      throw new IllegalArgumentException(peek() + " where '" + sign + "' is needed");
    }
  }

  private XPathType nodes(XPathType type, String what, int at) {
    if (type != NODES) {
      throw new IllegalArgumentException(
          what
              + " at "
              + tokens.get(at).at()
              + " is a "
              + type.name().toLowerCase(Locale.ROOT)
              + "; a set of nodes is needed");
    }
    return type;
  }
}
