package org.dharch.core.xpath;

import static org.dharch.core.xpath.XPathType.BOOLEAN;
import static org.dharch.core.xpath.XPathType.NODES;
import static org.dharch.core.xpath.XPathType.NUMBER;
import static org.dharch.core.xpath.XPathType.STRING;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import org.dharch.core.xpath.Expression.NodeTest;
import org.dharch.core.xpath.Expression.Step;
import org.dharch.core.xpath.XPathLexer.Kind;
import org.dharch.core.xpath.XPathLexer.Token;

/**
 * Parses an XPath 1.0 expression and decides without any message whether it can be evaluated. It
 * supports no variables and only the functions of the core library, so every part has a static
 * type; the only possible type error is a value of another type where a node set is required. For
 * one use.
 */
final class XPathParser {
  /** The bound on nested brackets of all kinds. */
  static final int MAX_DEPTH = 32;

  /** Binary operators, lowest precedence first. */
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

  private record Typed(XPathType type, Expression expression) {}

  private final List<Token> tokens;
  private final Map<String, String> namespaces;
  private final Set<String> prefixes = new TreeSet<>();
  private int next;
  private int depth;

  private Typed compiled;

  private XPathParser(List<Token> tokens, Map<String, String> namespaces) {
    this.tokens = tokens;
    this.namespaces = namespaces;
  }

  /**
   * Parses {@code expression}; prefixes that are not in {@code namespaces} are undeclared.
   *
   * @throws IllegalArgumentException if the expression is invalid, or can never be evaluated; the
   *     text has the error, its position and the allowed input
   */
  static XPathParser parse(String expression, Map<String, String> namespaces) {
    XPathParser parser = new XPathParser(XPathLexer.tokens(expression), namespaces);
    parser.compiled = parser.expression();
    if (parser.peek().kind() != Kind.END) {
      throw new IllegalArgumentException(parser.peek() + " must be an operator or the end");
    }
    return parser;
  }

  Set<String> prefixes() {
    return prefixes;
  }

  Expression compiled() {
    return compiled.expression();
  }

  private Typed expression() {
    if (++depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "must be nested at most " + MAX_DEPTH + " deep, at " + peek().at());
    }
    Typed read = binary(0);
    depth--;
    return read;
  }

  private Typed binary(int level) {
    if (level == OPERATORS.size()) {
      return unary();
    }
    Typed left = binary(level + 1);
    while (peek().kind() == Kind.OPERATOR && OPERATORS.get(level).contains(peek().text())) {
      String operator = tokens.get(next++).text();
      Typed right = binary(level + 1);
      Expression both = Expression.binary(operator, left.expression(), right.expression());
      left = new Typed(level < FIRST_OF_NUMBERS ? BOOLEAN : NUMBER, Expression.paid(both));
    }
    return left;
  }

  private Typed unary() {
    int signs = 0;
    while (taken("-")) {
      signs++;
    }
    int at = next;
    Typed read = path();
    while (peek().is("|")) {
      nodes(read, "an operand of '|'", at);
      next++;
      at = next;
      Typed other = nodes(path(), "an operand of '|'", at);
      read = new Typed(NODES, Expression.union(read.expression(), other.expression()));
    }
    for (int i = 0; i < signs; i++) {
      read = new Typed(NUMBER, Expression.negative(read.expression()));
    }
    return read;
  }

  private Typed path() {
    Token token = peek();
    if (token.is("$")) {
      throw new IllegalArgumentException(
          "variable at " + token.at() + ": variables are not supported");
    }
    boolean primary =
        token.is("(")
            || token.kind() == Kind.LITERAL
            || token.kind() == Kind.NUMBER
            || (token.kind() == Kind.NAME && after().is("(") && !NODE_TYPES.contains(token.text()));
    if (!primary) {
      return locationPath();
    }
    int at = next;
    Typed read = primary();
    if (peek().is("[")) {
      nodes(read, "what a predicate picks from", at);
      read = new Typed(NODES, Expression.filter(read.expression(), predicates()));
    }
    if (peek().is("/") || peek().is("//")) {
      nodes(read, "what a path begins with", at);
      read = relativePath(read.expression());
    }
    return read;
  }

  private Typed primary() {
    Token token = tokens.get(next++);
    if (token.is("(")) {
      Typed read = expression();
      expect(")");
      return read;
    } else if (token.kind() == Kind.LITERAL) {
      String text = token.text().substring(1, token.text().length() - 1);
      return new Typed(STRING, context -> text);
    } else if (token.kind() == Kind.NUMBER) {
      double number = Double.parseDouble(token.text());
      return new Typed(NUMBER, context -> number);
    }
    return call(token);
  }

  private Typed call(Token name) {
    XPathFunction function =
        XPathFunction.named(name.text())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unknown function "
                            + name
                            + "; it must be one of "
                            + String.join(", ", XPathFunction.names())));
    expect("(");
    List<Expression> arguments = new ArrayList<>();
    if (!peek().is(")")) {
      do {
        int at = next;
        Typed argument = expression();
        arguments.add(argument.expression());
        if (function.takesNodes()) {
          nodes(argument, "the argument of " + function.name() + "()", at);
        }
      } while (taken(","));
    }
    expect(")");
    if (arguments.size() < function.least() || arguments.size() > function.most()) {
      throw new IllegalArgumentException(
          function.name()
              + "() must have "
              + function.arguments()
              + " arguments at "
              + name.at()
              + " (got "
              + arguments.size()
              + ")");
    }
    return new Typed(function.type(), Expression.paid(FunctionCalls.of(function, arguments)));
  }

  private Typed locationPath() {
    if (peek().is("//")) {
      return relativePath(Expression.root());
    } else if (!taken("/")) {
      return relativePath(Expression.self());
    }
    return beginsStep(peek())
        ? relativePath(Expression.root())
        : new Typed(NODES, Expression.root());
  }

  private static boolean beginsStep(Token token) {
    return token.kind() == Kind.NAME || token.is("@") || token.is(".") || token.is("..");
  }

  /** Continues from {@code start}; one or two slashes may follow. */
  private Typed relativePath(Expression start) {
    List<Step> steps = new ArrayList<>();
    boolean more = true;
    taken("/");
    while (more) {
      if (taken("//")) {
        steps.add(Step.DESCENDANTS_OR_SELF);
      }
      steps.add(step());
      more = taken("/") || peek().is("//");
    }
    return new Typed(NODES, Expression.path(start, steps));
  }

  private Step step() {
    if (taken(".")) {
      return new Step(Axis.SELF, node -> true, List.of());
    } else if (taken("..")) {
      return new Step(Axis.PARENT, node -> true, List.of());
    }
    Axis axis = axis();
    NodeTest test = nodeTest(axis.principal());
    return new Step(axis, test, predicates());
  }

  private Axis axis() {
    if (taken("@")) {
      return Axis.ATTRIBUTE;
    } else if (peek().kind() != Kind.NAME || !after().is("::")) {
      return Axis.CHILD;
    }
    Token name = tokens.get(next);
    next += 2;
    return Axis.named(name.text())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown axis "
                        + name
                        + "; it must be one of "
                        + Arrays.stream(Axis.values())
                            .map(Axis::text)
                            .collect(Collectors.joining(", "))));
  }

  private NodeTest nodeTest(XmlNode.Kind principal) {
    Token test = tokens.get(next);
    if (test.kind() != Kind.NAME) {
      throw new IllegalArgumentException(test + " must be a name or a step of a path");
    }
    next++;
    if (peek().is("(") && NODE_TYPES.contains(test.text())) {
      return typeTest(test.text());
    }
    int colon = test.text().indexOf(':');
    String name = test.text().substring(colon + 1);
    if (colon < 0) {
      return name.equals("*")
          ? node -> node.kind == principal
          : node -> node.kind == principal && node.name.equals(name) && node.namespace.isEmpty();
    }
    String prefix = test.text().substring(0, colon);
    prefixes.add(prefix);
    String namespace =
        prefix.equals(XMLConstants.XML_NS_PREFIX)
            ? XMLConstants.XML_NS_URI
            : namespaces.getOrDefault(prefix, "");
    return name.equals("*")
        ? node -> node.kind == principal && node.namespace.equals(namespace)
        : node ->
            node.kind == principal && node.name.equals(name) && node.namespace.equals(namespace);
  }

  private NodeTest typeTest(String type) {
    next++;
    String target = null;
    if (type.equals("processing-instruction") && peek().kind() == Kind.LITERAL) {
      String literal = tokens.get(next++).text();
      target = literal.substring(1, literal.length() - 1);
    }
    expect(")");
    String wanted = target;
    return switch (type) {
      case "node" -> node -> true;
      case "text" -> node -> node.kind == XmlNode.Kind.TEXT;
      case "comment" -> node -> node.kind == XmlNode.Kind.COMMENT;
      default ->
          node ->
              node.kind == XmlNode.Kind.INSTRUCTION
                  && (wanted == null || node.qualifiedName.equals(wanted));
    };
  }

  private List<Expression> predicates() {
    List<Expression> predicates = new ArrayList<>();
    while (taken("[")) {
      predicates.add(expression().expression());
      expect("]");
    }
    return predicates;
  }

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
      throw new IllegalArgumentException(peek() + " must be '" + sign + "'");
    }
  }

  private Typed nodes(Typed read, String what, int at) {
    if (read.type() != NODES) {
      throw new IllegalArgumentException(
          what
              + " at "
              + tokens.get(at).at()
              + " must be a set of nodes (got a "
              + read.type().name().toLowerCase(Locale.ROOT)
              + ")");
    }
    return read;
  }
}
