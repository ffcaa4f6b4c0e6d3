package org.dharch.core.xpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Selections of an XPath as self-contained XML. */
class SelectedTest {
  private static final String DOCUMENT =
      "<a:r xmlns:a=\"urn:a\" xmlns=\"urn:d\" xmlns:q=\"urn:q\"><b q:x=\"&lt;&quot;&#9;\">1&amp;2"
          + "<!-- c --><?p i?><c xmlns=\"\"><d/></c></b>\r\n<b xmlns:q=\"urn:other\">3</b></a:r>";

  private static List<String> selected(String expression, String document, long steps, int most) {
    return new XPath(expression, Map.of("a", "urn:a", "d", "urn:d"))
        .selected(
            XmlTree.parse(document.getBytes(StandardCharsets.UTF_8), 1_000),
            new EvaluationBudget(steps),
            most);
  }

  private static List<String> selected(String expression) {
    return selected(expression, DOCUMENT, 10_000, 10_000);
  }

  @Test
  void elementsAreSelfContained() {
    String around = " xmlns=\"urn:d\" xmlns:a=\"urn:a\" xmlns:q=\"urn:";
    assertEquals(
        List.of(
            "<b" + around + "q\" q:x=\"&lt;&quot;&#9;\">1&amp;2<c xmlns=\"\"><d/></c></b>",
            "<b" + around + "other\">3</b>"),
        selected("//d:b"));
    assertEquals(
        List.of("<d xmlns:a=\"urn:a\" xmlns:q=\"urn:q\"/>"), selected("//*[local-name()='d']"));
  }

  @Test
  void wholeDocumentIsSelected() {
    String once = selected("/").get(0);
    assertEquals(selected("."), List.of(once));
    assertEquals(List.of(once), selected("/", once, 10_000, 10_000));
  }

  @Test
  void contextIsTheDocumentElement() {
    assertEquals(2, selected("d:b").size());
    assertEquals(List.of(), selected("a:r"));
  }

  @Test
  void otherNodesAreText() {
    assertEquals(List.of("&lt;&quot;&#9;"), selected("//@*"));
    assertEquals(List.of("1&amp;2"), selected("d:b[1]/text()"));
    assertEquals(List.of("2"), selected("count(d:b)"));
    assertEquals(List.of("1 &lt; 2"), selected("'1 < 2'"));
    assertEquals(List.of("true"), selected("true()"));
    assertEquals(List.of(), selected("d:none"));
  }

  @Test
  void deepTreesDoNotOverflowTheStack() {
    String deep = "<e>".repeat(900) + "</e>".repeat(900);
    assertEquals(List.of(deep.replace("<e></e>", "<e/>")), selected("/", deep, 10_000, 10_000));
  }

  @Test
  void boundsAreEnforced() {
    assertThrows(
        EvaluationBudget.ExceededException.class, () -> selected("/", DOCUMENT, 10_000, 100));
    assertThrows(
        EvaluationBudget.ExceededException.class, () -> selected("//*", DOCUMENT, 20, 999));
  }
}
