package org.dharch.test;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the page for handler authors are the tested code. */
final class HandlerAuthorsPageTest {
  private static final DocsPage PAGE = DocsPage.of("handler-authors.md");
  private static final Path EXAMPLES = Path.of("src", "test", "java", "com", "example");

  @ParameterizedTest
  @ValueSource(strings = {"SizeLog", "TagHandler", "SizeLogTest", "OrdersTest"})
  void pageShowsTheExample(String name) {
    assertTrue(PAGE.shows("java", EXAMPLES.resolve(name + ".java")), name);
  }
}
