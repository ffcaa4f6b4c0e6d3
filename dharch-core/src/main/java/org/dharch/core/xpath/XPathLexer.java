package org.dharch.core.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits an XPath 1.0 expression into tokens, and distinguishes names from operators by the rules
 * of section 3.7. Stateless; thread-safe.
 */
final class XPathLexer {
  /** The maximum number of tokens, since compilation and evaluation recurse with each operator. */
  static final int MAX_TOKENS = 500;

  enum Kind {
    /** Also {@code and}, {@code or}, {@code div} and {@code mod}. */
    OPERATOR,
    LITERAL,
    NUMBER,
    /** A name, {@code prefix:*} or {@code *}. */
    NAME,
    /** Brackets, {@code @}, {@code ::}, {@code $}, a comma, dots. */
    SIGN,
    END
  }

  /**
   * One token.
   *
   * @param at its position, from 1
   */
  record Token(Kind kind, String text, int at) {
    boolean is(String sign) {
      return (kind == Kind.OPERATOR || kind == Kind.SIGN) && text.equals(sign);
    }

    @Override
    public String toString() {
      return kind == Kind.END ? "the end" : "'" + text + "' at " + at;
    }
  }

  private static final String NC_NAME = "[\\p{L}\\p{Nl}_][\\w.\\-\u00b7]*";

  private static final Pattern TOKEN =
      Pattern.compile(
          ("\\s*(?:(?<literal>\"[^\"]*\"|'[^']*')"
                  + "|(?<number>[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)"
                  + "|(?<name>%n(?::(?!:)(?:%n|\\*))?)"
                  + "|(?<sign>::|\\.\\.|[()\\[\\]@,$.])"
                  + "|(?<operator>//|!=|<=|>=|[/|+\\-=<>*]))")
              .replace("%n", NC_NAME),
          Pattern.UNICODE_CHARACTER_CLASS);

  private static final Set<String> OPERATOR_NAMES = Set.of("and", "or", "div", "mod");
  private static final Set<String> BEFORE_OPERANDS = Set.of("@", "::", "(", "[", ",", "$");

  private XPathLexer() {}

  /**
   * Returns the tokens of {@code expression}, {@link Kind#END} last.
   *
   * @throws IllegalArgumentException if it has an invalid token, or too many
   */
  static List<Token> tokens(String expression) {
    List<Token> tokens = new ArrayList<>();
    String text = expression.stripTrailing();
    Matcher matcher = TOKEN.matcher(text);
    int from = 0;
    while (from < text.length()) {
      if (!matcher.find(from) || matcher.start() != from) {
        int at = from;
        while (Character.isWhitespace(text.charAt(at))) {
          at++;
        }
        throw new IllegalArgumentException(
            "unexpected character '" + text.charAt(at) + "' at " + (at + 1));
      }
      if (tokens.size() == MAX_TOKENS) {
        throw new IllegalArgumentException("must have at most " + MAX_TOKENS + " tokens");
      }
      tokens.add(token(matcher, operandBefore(tokens)));
      from = matcher.end();
    }
    tokens.add(new Token(Kind.END, "", text.length() + 1));
    return tokens;
  }

  /** Whether the next token must be an operator. */
  private static boolean operandBefore(List<Token> tokens) {
    if (tokens.isEmpty()) {
      return false;
    }
    Token last = tokens.get(tokens.size() - 1);
    return last.kind() != Kind.OPERATOR
        && !(last.kind() == Kind.SIGN && BEFORE_OPERANDS.contains(last.text()));
  }

  private static Token token(Matcher matcher, boolean operandBefore) {
    for (Kind kind : List.of(Kind.LITERAL, Kind.NUMBER, Kind.NAME, Kind.SIGN, Kind.OPERATOR)) {
      String group = kind.name().toLowerCase(Locale.ROOT);
      String text = matcher.group(group);
      if (text != null) {
        return new Token(actual(kind, text, operandBefore), text, matcher.start(group) + 1);
      }
    }
    throw new IllegalStateException("the pattern has a group for each kind");
  }

  private static Kind actual(Kind kind, String text, boolean operandBefore) {
    if (kind == Kind.NAME && operandBefore && OPERATOR_NAMES.contains(text)) {
      return Kind.OPERATOR;
    }
    return kind == Kind.OPERATOR && text.equals("*") && !operandBefore ? Kind.NAME : kind;
  }
}
