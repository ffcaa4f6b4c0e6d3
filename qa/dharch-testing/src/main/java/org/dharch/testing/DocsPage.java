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
 * A page of the documentation, for tests of its examples. Immutable.
 *
 * @param text the page in Markdown
 */
public record DocsPage(String text) {
  /** The documentation folder. */
  public static final Path FOLDER = Checkout.ROOT.resolve("docs");

  /** Reads the page with this name. */
  public static DocsPage of(String name) {
    return new DocsPage(read(FOLDER.resolve(name)));
  }

  /** Returns the file with this name in the examples folder of the documentation. */
  public static Path example(String name) {
    return FOLDER.resolve("examples").resolve(name);
  }

  /** Returns the page's code blocks in {@code language}, in order. */
  public List<String> blocks(String language) {
    Matcher blocks = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(text);
    List<String> found = new ArrayList<>();
    while (blocks.find()) {
      found.add(blocks.group(1));
    }
    return found;
  }

  /** Returns whether the page contains this block in {@code language}, which may be empty. */
  public boolean shows(String language, String block) {
    return text.contains("```" + language + "\n" + block + "```");
  }

  /** Returns whether the page contains the example file as a block. */
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
