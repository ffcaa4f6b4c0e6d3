package org.dharch.core.orchestration;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.xml.namespace.NamespaceContext;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.dharch.api.MessageProperties;
import org.dharch.testing.EnvelopeText;
import org.jaxen.SimpleNamespaceContext;
import org.junit.jupiter.api.Test;

/**
 * Fault E2: what is accepted when a document is read can be evaluated, whatever the message; and
 * what XPath 1.0 allows is accepted. Random expressions, shown to the JDK.
 */
class XPathCheckTest {
  private static final int RUNS = Integer.getInteger("random.runs", 2000);
  private static final Map<String, String> NAMESPACES = Map.of("p", "urn:p", "q", "urn:q");
  private static final List<String> STEPS =
      List.of(
          "x",
          "p:y",
          "*",
          "p:*",
          "@a",
          "@p:b",
          "@*",
          ".",
          "..",
          "text()",
          "node()",
          "comment()",
          "processing-instruction('t')",
          "child::x",
          "ancestor-or-self::*",
          "following::p:y",
          "attribute::a",
          "namespace::*",
          "self::node()",
          "div",
          "and",
          "mod",
          "or",
          "or-else.x");

  private static final MessageView VIEW =
      new MessageView(
          bytes(
              EnvelopeText.SOAP11.of(
                  "<x a='1' id='i'>3<p:y xmlns:p='urn:p' p:b='t'>4.5<?t u?></p:y><!--c--></x>"
                      + "<div><and/><x/>and <mod>1</mod></div>")),
          MessageProperties.empty());

  /** Writes expressions that are right. */
  private record Writer(Random random) {
    String any(int depth) {
      return switch (random.nextInt(depth > 0 ? 6 : 4)) {
        case 0 -> nodes(depth - 1);
        case 1 -> number(depth - 1);
        case 2 -> string(depth - 1);
        case 3 -> truth(depth - 1);
        case 4 -> "(" + any(depth - 1) + ")";
        default -> any(depth - 1) + of(" or ", " and ", "=", "!=", " < ", ">=") + any(depth - 1);
      };
    }

    String nodes(int depth) {
      if (depth > 0 && random.nextInt(4) == 0) {
        return of(
            "(" + nodes(depth - 1) + ")",
            "(" + nodes(depth - 1) + ")[" + any(depth - 1) + "]",
            "(" + nodes(depth - 1) + ")//" + relative(depth - 1),
            nodes(depth - 1) + " | " + nodes(depth - 1),
            "id(" + any(depth - 1) + ")/" + relative(depth - 1));
      }
      return of("/", "//", "", "") + relative(depth);
    }

    String relative(int depth) {
      String step = STEPS.get(random.nextInt(STEPS.size()));
      if (depth > 0 && !step.startsWith(".") && random.nextInt(3) == 0) {
        step += "[" + any(depth - 1) + "]";
      }
      return random.nextInt(3) == 0 ? step + of("/", "//") + relative(depth - 1) : step;
    }

    String number(int depth) {
      if (depth <= 0) {
        return of("1", ".5", "2.", "0.25", "-1", "- 3", "position()", "last()");
      }
      return of(
          number(depth - 1) + of("+", " - ", " * ", " div ", " mod ") + number(depth - 1),
          "count(" + nodes(depth - 1) + ")",
          "sum(" + nodes(depth - 1) + ")",
          "number()",
          "string-length(" + any(depth - 1) + ")",
          of("floor(", "ceiling(", "round(", "number(", "-(") + any(depth - 1) + ")");
    }

    String string(int depth) {
      if (depth <= 0) {
        return of("'it \"is\"'", "\"$x, count(1)\"", "''", "name()", "normalize-space()");
      }
      String one = any(depth - 1);
      String two = any(depth - 1);
      return of(
          of("string(", "normalize-space(") + one + ")",
          of("local-name(", "name(", "namespace-uri(") + nodes(depth - 1) + ")",
          of("concat(", "substring-before(", "substring-after(", "substring(")
              + one
              + ","
              + two
              + ")",
          of("translate(", "concat(", "substring(")
              + one
              + " , "
              + two
              + ","
              + any(depth - 1)
              + ")");
    }

    String truth(int depth) {
      if (depth <= 0) {
        return of("true()", "false()");
      }
      return of(
          of("not(", "boolean( ", "lang(") + any(depth - 1) + ")",
          of("contains(", "starts-with(") + any(depth - 1) + "," + any(depth - 1) + ")");
    }

    private String of(String... one) {
      return one[random.nextInt(one.length)];
    }
  }

  @Test
  void whatIsRightIsAcceptedAndEvaluated() {
    for (int seed = 0; seed < RUNS; seed++) {
      String expression = new Writer(new Random(seed)).any(4);
      try {
        new XPathCondition(expression, NAMESPACES).holds(VIEW);
        new XPathNumber(expression, NAMESPACES).of(VIEW);
      } catch (RuntimeException e) {
        boolean union = e.getMessage().contains("a union before");
        assertTrue(union, "seed " + seed + ": " + expression + ": " + e);
      }
    }
  }

  @Test
  void whatIsAcceptedIsEvaluated() {
    int accepted = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      String expression = damaged(new Writer(random).any(3), random);
      XPathCondition condition;
      try {
        condition = new XPathCondition(expression, NAMESPACES);
      } catch (IllegalArgumentException e) {
        continue;
      }
      accepted++;
      try {
        condition.holds(VIEW);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + expression, e);
      }
    }
    assertTrue(accepted > RUNS / 50 && accepted < RUNS, accepted + " accepted");
  }

  private static String damaged(String text, Random random) {
    List<String> pieces =
        List.of(
            "(", ")", "[", "]", "$", "1", "x", "count(", "sum(1)", "|", "/", "'", ",", "::", "@");
    StringBuilder damaged = new StringBuilder(text);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(damaged.length() + 1);
      if (random.nextBoolean() && at < damaged.length()) {
        damaged.delete(at, Math.min(damaged.length(), at + 1 + random.nextInt(6)));
      } else {
        damaged.insert(at, pieces.get(random.nextInt(pieces.size())));
      }
    }
    return damaged.toString();
  }

  /** Where the JDK evaluates it, too, both make the same of it. */
  @Test
  void itIsTrueWhereTheJdkSaysSo() {
    int compared = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      String expression = new Writer(new Random(seed)).any(4);
      Boolean expected = byTheJdk(expression);
      if (expected != null) {
        compared++;
        assertEquals(
            expected,
            new XPathCondition(expression, NAMESPACES).holds(VIEW),
            "seed " + seed + ": " + expression);
      }
    }
    assertTrue(compared > RUNS / 2, compared + " compared");
  }

  /** Null where the JDK takes it for something else: what follows a union is a part of it there. */
  private static Boolean byTheJdk(String expression) {
    boolean ofNothing = expression.contains("last()") || expression.contains("position()");
    if (expression.contains("|") || ofNothing) { // they are 0 there where no list is gone through
      return null;
    }
    XPath xpath = XPathFactory.newDefaultInstance().newXPath();
    SimpleNamespaceContext prefixes = new SimpleNamespaceContext(NAMESPACES);
    xpath.setNamespaceContext(
        new NamespaceContext() {
          @Override
          public String getNamespaceURI(String prefix) {
            return prefixes.translateNamespacePrefixToUri(prefix);
          }

          @Override
          public String getPrefix(String namespace) {
            throw new UnsupportedOperationException();
          }

          @Override
          public Iterator<String> getPrefixes(String namespace) {
            throw new UnsupportedOperationException();
          }
        });
    try {
      return (Boolean) xpath.evaluate(expression, VIEW.document(), XPathConstants.BOOLEAN);
    } catch (XPathExpressionException | RuntimeException e) { // its own bounds, or a fault of its
      return null;
    }
  }

  /** Jaxen takes what follows a union for a part of it, as the JDK does, and says so at best. */
  @Test
  void aUnionBeforeAnOperatorIsRefused() {
    for (String wrong :
        List.of(
            "//x | //y = //z", "(//x | //y) < 1", "1 = (//x | //y) and true()", "-//x | //y + 1")) {
      String said =
          assertThrows(IllegalArgumentException.class, () -> XPathCheck.prefixes(wrong))
              .getMessage();
      assertTrue(said.contains("a union before '"), said);
    }
    for (String right :
        List.of("//x | //y", "1 = (//x | //y)", "count(//x | //y) = 2", "(//x | //y)[. = 1] = 1")) {
      assertEquals(Set.of(), XPathCheck.prefixes(right));
    }
  }

  @Test
  void prefixesAreThoseOfNamesAndNotOfLiterals() {
    assertEquals(
        Set.of("a", "b", "c"), XPathCheck.prefixes("//a:x[@b:y = 'd:z']/self::c:*[x or 1]"));
  }
}
