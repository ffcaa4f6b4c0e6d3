package org.dharch.core.xpath;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.dharch.core.xpath.EvaluationBudget.ExceededException;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cost of an XPath is bounded for every expression and message. */
class EvaluationBudgetTest {
  private static XmlTree tree(String body) {
    return XmlTree.parse(bytes(EnvelopeText.SOAP12.of(body)), 100);
  }

  private static boolean holds(String expression, XmlTree tree, EvaluationBudget budget) {
    return new XPath(expression, Map.of()).isTrue(tree, budget);
  }

  /** Each takes more than a hundred million looks, or gigabytes of text, on 100 KB. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "count(//*[count(//*[count(//*) > 0]) > 0]) > 0",
        "//a[. = //b]",
        "//a[not(. = following::b)][not(. = preceding::b)]",
        "//a[contains(string(/), string(..))][contains(translate(/, /, /), 'y')]",
        "//*[string-length(concat(/, /, /, /, /, /, /, /, /, /)) = 1]"
      })
  void explosiveExpressionsAreStopped(String expression) {
    assertStopped(expression);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "//a[namespace::*[. = //b/namespace::*]]",
        "//a[@k = //b/@k]",
        "//*[ancestor::*//*[. = 'z']]",
        "//*[normalize-space(/) = '' or starts-with(/, 'q') or number(/) = 1]",
        "//*[(//*)[last()] = 'q']",
        "//a[count(. | //b | //a) = 0]"
      })
  void moreExplosiveExpressionsAreStopped(String expression) {
    assertStopped(expression);
  }

  private static void assertStopped(String expression) {
    String body = "<a k='1'>x</a>".repeat(3000) + "<b k='2'>y</b>".repeat(3000);
    XmlTree tree = tree("<m>" + body + "</m>");
    ExceededException e =
        assertThrows(
            ExceededException.class, () -> holds(expression, tree, EvaluationBudget.most(0)));
    assertEquals(
        "the conditions of a message must be evaluated in at most 20000000 steps", e.getMessage());
  }

  @Test
  void linearExpressionsAreNotStopped() {
    String body = "<m>" + "<line><x>1</x></line>".repeat(200_000) + "</m>";
    EvaluationBudget budget = EvaluationBudget.most(body.length());
    XmlTree tree = tree(body);
    assertTrue(holds("count(//line[x = 1]) = 200000", tree, budget));
    assertTrue(
        holds("not(//line[x > 1]) and //line[200000] and not(//line/x[. != 1])", tree, budget));
    assertTrue(holds("//line/x = //x", tree, budget));
  }

  @Test
  void oneBudgetCoversSeveralEvaluations() {
    EvaluationBudget budget = new EvaluationBudget(1_000);
    XmlTree tree = tree("<m>" + "<a/>".repeat(100) + "</m>");
    assertTrue(holds("count(//a) = 100", tree, budget));
    assertThrows(
        ExceededException.class,
        () -> {
          for (int i = 0; i < 10; i++) {
            holds("count(//a) = 100", tree, budget);
          }
        });
  }

  /** Cheap evaluations run on the event loop. */
  @Test
  void ordinaryConditionsFitTheEventLoopBudget() {
    EvaluationBudget budget = new EvaluationBudget(EvaluationBudget.AT_ONCE);
    assertTrue(
        holds("//amount > 4 and //c = 'x'", tree("<o><amount>5</amount><c>x</c></o>"), budget));
    assertTrue(budget.spent() < EvaluationBudget.AT_ONCE / 100, "" + budget.spent());
  }

  @Test
  void numbersCostBudget() {
    XmlTree tree = tree("<m>" + "<a>1</a>".repeat(2_000) + "</m>");
    XPath number = new XPath("sum(//a[. = //a])", Map.of());
    EvaluationBudget budget = new EvaluationBudget(100_000);
    assertThrows(ExceededException.class, () -> number.number(tree, budget));
  }
}
