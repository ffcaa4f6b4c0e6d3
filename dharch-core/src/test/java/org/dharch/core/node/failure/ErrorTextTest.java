package org.dharch.core.node.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;

/** The one line that goes into a SOAP fault. */
class ErrorTextTest {
  private static final String FACE = "\ud83d\ude00";

  @Test
  void whatXmlAllowsStaysAndTheRestIsASpace() {
    assertEquals("a b c d", ErrorText.line("a\nb\tc\u007fd"));
    assertEquals("a" + FACE + "b", ErrorText.line("a" + FACE + "b"));
    assertEquals(FACE, ErrorText.line(FACE), "also at the end");
    assertEquals("a b", ErrorText.line("a\ud83db"), "half a character");
    assertEquals("a b", ErrorText.line("a\ude00b"));
    assertEquals("a b", ErrorText.line("a\ufffeb"));
    assertEquals("a\ufffdb~", ErrorText.line("a\ufffdb~"));
    assertEquals("a b", ErrorText.line("a b"));
  }

  @Test
  void itHasFiveHundredCharactersAtMostAndNoHalfOne() {
    assertEquals("x".repeat(500), ErrorText.line("x".repeat(501)));
    assertEquals("x".repeat(499), ErrorText.line("x".repeat(499) + FACE));
    assertEquals("x".repeat(498) + FACE, ErrorText.line("x".repeat(498) + FACE));
  }

  @Test
  void dharchsOwnSayTheirMessageOnly() {
    assertEquals("m", ErrorText.of(new DHArchException("m")));
    assertEquals(
        "java.lang.IllegalStateException: m", ErrorText.of(new IllegalStateException("m")));
    assertEquals("java.lang.IllegalStateException", ErrorText.of(new IllegalStateException(" ")));
  }

  /** As when two of its libraries are of versions that were not made for each other. */
  @Test
  void classesThatDoNotFitTogetherAreSaidInWords() {
    assertEquals(
        "a required class is missing or has another version in the handlers folder or on the node's"
            + " class path: 'void org.example.Transform.init()'",
        ErrorText.of(new NoSuchMethodError("'void org.example.Transform.init()'")));
  }
}
