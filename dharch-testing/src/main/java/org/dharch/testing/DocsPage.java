package org.dharch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation, for the tests of what it shows. Immutable.
 *
 * @param text in Markdown
 */
public record DocsPage(String text) {
  /** The documentation, seen from a module's folder, where its tests run. */
  public static final Path FOLDER = Path.of("..", "docs");

  /** Reads the page of this name. */
  public static DocsPage of(String name) {
    return new DocsPage(read(FOLDER.resolve(name)));
  }

  /** What lies in the documentation's folder of examples under this name. */
  public static Path example(String name) {
    return FOLDER.resolve("examples").resolve(name);
  }

  /** The page's examples in {@code language}, in their order. */
  public List<String> blocks(String language) {
    Matcher blocks = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(text);
    List<String> found = new ArrayList<>();
    while (blocks.find()) {
      found.add(blocks.group(1));
    }
    return found;
  }

  /** Whether the page has this block in {@code language}, which may be empty. */
  public boolean shows(String language, String block) {
    return text.contains("```" + language + "\n" + block + "```");
  }

  /** Whether the page has the file of examples as a block. */
  public boolean shows(String language, Path example) {
    return shows(language, read(example));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
