package org.dharch.core.orchestration;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an XPath takes is bounded, whatever it says and whatever the message is. */
class EvaluationBudgetTest {
  private static MessageView view(String body, long steps) {
    return new MessageView(
        bytes(EnvelopeText.SOAP12.of(body)),
        MessageProperties.empty(),
        Limits.DEFAULT,
        new EvaluationBudget(steps));
  }

  private static boolean holds(String expression, MessageView view) {
    return new XPathCondition(expression, Map.of()).holds(view);
  }

  /** Each takes more than a hundred million looks, or gigabytes of text, on 100 KB. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "count(//*[count(//*[count(//*) > 0]) > 0]) > 0",
        "//a[. = //b]",
        "//a[not(. = following::b)][not(. = preceding::b)]",
        "//a[namespace::*[. = //b/namespace::*]]",
        "//a[@k = //b/@k]",
        "//a[contains(string(/), string(..))][contains(translate(/, /, /), 'y')]",
        "//*[string-length(concat(/, /, /, /, /, /, /, /, /, /)) = 1]",
        "string-length(concat(/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/,/)) < //a"
            + "[string-length(.) = sum(//b)]",
        "//*[ancestor::*//*[. = 'z']]",
        "//*[lang('de') or id(//b)]"
            + "[normalize-space(/) = '' or starts-with(/, 'q') or number(/) = 1]",
        "//a[count(. | //b | //a) = 0]"
      })
  void whatExplodesIsEnded(String expression) {
    String body = "<a k='1'>x</a>".repeat(3000) + "<b k='2'>y</b>".repeat(3000);
    MessageView view = view("<m>" + body + "</m>", EvaluationBudget.MOST);
    EvaluationBudget.ExceededException e =
        assertThrows(EvaluationBudget.ExceededException.class, () -> holds(expression, view));
    assertEquals(
        "what its conditions say takes more than 20000000 steps to find out on this message, and no"
            + " more are allowed",
        e.getMessage());
  }

  @Test
  void whatGrowsWithTheMessageAloneIsNot() {
    String body = "<m>" + "<line><x>1</x></line>".repeat(200_000) + "</m>";
    MessageView view =
        new MessageView(
            bytes(EnvelopeText.SOAP11.of(body)),
            MessageProperties.empty(),
            Limits.DEFAULT.maxPayloadBytes(1 << 24));
    assertTrue(holds("count(//line[x = 1]) = 200000", view));
    assertTrue(holds("not(//line[x > 1])", view));
  }

  @Test
  void oneBudgetPaysForAllConditionsOfOneView() {
    MessageView view = view("<m>" + "<a/>".repeat(100) + "</m>", 1_000);
    assertThrows(
        EvaluationBudget.ExceededException.class,
        () -> {
          for (int i = 0; i < 100; i++) {
            holds("count(//a) = 100", view);
          }
        });
  }

  /** What is cheap is done in the turn. */
  @Test
  void anOrdinaryConditionIsFarBelowWhatIsDoneAtOnce() {
    MessageView view = view("<o><amount>5</amount><c>x</c></o>", EvaluationBudget.AT_ONCE);
    assertTrue(holds("//amount > 4 and //c = 'x'", view));
    assertTrue(view.budget().spent() < EvaluationBudget.AT_ONCE / 100, "" + view.budget().spent());
  }

  @Test
  void aNumberIsPaidForToo() {
    MessageView view = view("<m>" + "<a>1</a>".repeat(2_000) + "</m>", 100_000);
    XPathNumber number = new XPathNumber("sum(//a[. = //a])", Map.of());
    assertThrows(EvaluationBudget.ExceededException.class, () -> number.of(view));
  }

  /** The check of expressions and their evaluation know the same functions. */
  @Test
  void theFunctionsAreThoseThatAreAccepted() {
    Set<String> accepted = new TreeSet<>();
    for (String name : XPathFunctions.NAMES) {
      for (String arguments : new String[] {"", "//a", "//a, 'b'", "//a, 'b', 'c'"}) {
        try {
          XPathCheck.prefixes(name + "(" + arguments + ")");
          accepted.add(name);
        } catch (IllegalArgumentException e) {
          // with another number of arguments
        }
      }
    }
    assertEquals(new TreeSet<>(XPathFunctions.NAMES), accepted);
  }
}
