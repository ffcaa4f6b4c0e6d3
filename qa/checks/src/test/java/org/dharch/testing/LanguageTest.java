package org.dharch.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps comments, texts and identifiers in plain technical English: rejects words that this field
 * does not use.
 */
class LanguageTest {
  /** Words without a technical meaning; docs/glossary.md lists the words to use instead. */
  private static final Pattern PRIVATE_WORDS =
      Pattern.compile(
          "\\b(whoever|whomever|nobody|somebody|strangers?|hears?|heard|came|comes|tells?|told"
              + "|go(?:es)? on|went on|anew|beside|stands?|vouch\\w*|in vain|for good|bears?"
              + "|mends?|mended)\\b",
          Pattern.CASE_INSENSITIVE);

  /** A comment line or a text that starts with a free relative: "What is left of a message". */
  private static final Pattern FREE_RELATIVE =
      Pattern.compile(
          "(?:^\\s*(?:/?\\*+|//)?\\s*|\")(?:What|Who|Whoever|Whatever|Where)\\b(?! if)");

  /** A test method after its annotations. */
  private static final Pattern TEST_METHOD =
      Pattern.compile(
          "@(?:Test|ParameterizedTest|Property|RepeatedTest)\\b[^{;]*?\\bvoid ([a-z]\\w*)\\(");

  @Test
  void mainCodeUsesTheWordsOfTheField() throws IOException {
    List<Path> files = JavaSources.under("src/main/");
    assertTrue(files.size() > 1_000, () -> "must be the sources of all modules: " + files.size());
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        String place = Checkout.ROOT.relativize(file) + ":" + number + ": ";
        privateWord(line)
            .ifPresent(word -> found.add(place + "'" + word + "' in: " + line.strip()));
      }
    }
    assertEquals("", String.join("\n", found), "see docs/glossary.md for the words");
  }

  @Test
  void testNamesUseTheWordsOfTheField() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : JavaSources.under("src/test/")) {
      Matcher method = TEST_METHOD.matcher(Files.readString(file));
      while (method.find()) {
        String words = method.group(1).replaceAll("(?=[A-Z])", " ");
        if (PRIVATE_WORDS.matcher(words).find()) {
          found.add(Checkout.ROOT.relativize(file) + ": " + method.group(1));
        }
      }
    }
    assertEquals("", String.join("\n", found), "see docs/glossary.md for the words");
  }

  @Test
  void flaggedLinesAreFound() {
    assertEquals("told", privateWord("  /** Is told at the end. */").orElse(""));
    assertEquals("goes on", privateWord("    log.warn(\"node {} goes on\", name);").orElse(""));
    assertEquals("What", privateWord("   * What is left of the message.").orElse(""));
    assertEquals("What", privateWord("      \"What is left\"").orElse(""));
    assertEquals("told", privateWord("    told.set(address);").orElse(""));
    assertEquals("told", privateWord("    map.put(\"name\", told);").orElse(""));
    assertEquals("came", privateWord("    return done; // it came late").orElse(""));
    assertEquals("", privateWord("  // What if the node is lost?").orElse(""));
  }

  /** Returns the first private word of a line. */
  private static Optional<String> privateWord(String line) {
    return Stream.of(PRIVATE_WORDS, FREE_RELATIVE)
        .map(pattern -> pattern.matcher(line))
        .filter(Matcher::find)
        .map(match -> match.group().replaceAll("[^A-Za-z ]", "").strip())
        .findFirst();
  }
}
