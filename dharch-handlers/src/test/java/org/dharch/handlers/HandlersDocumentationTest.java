package org.dharch.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.api.DHHandler;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parameters that docs/handlers.md lists are those that there are. */
final class HandlersDocumentationTest {
  private static final DocsPage PAGE = DocsPage.of("handlers.md");

  @TempDir Path folder;

  private static Set<String> listed(String chapter) {
    String text = PAGE.text();
    int from = text.indexOf("\n## " + chapter + "\n");
    String part = text.substring(from, text.indexOf("\n## ", from + 4));
    Set<String> names = new TreeSet<>();
    boolean inTable = false;
    for (String line : part.split("\n", -1)) {
      inTable = line.startsWith("|") && (inTable || line.startsWith("| parameter |"));
      if (inTable && line.startsWith("| `")) {
        Matcher name = Pattern.compile("`([A-Za-z]+)`").matcher(line.split("\\|", -1)[1]);
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    return names;
  }

  private static Set<String> allowed(DHHandler handler, String... needed) {
    String[] more = Arrays.copyOf(needed, needed.length + 2);
    more[needed.length] = "none";
    more[needed.length + 1] = "such";
    String output =
        assertThrows(DHArchException.class, () -> Handled.ready(handler, more)).getMessage();
    assertTrue(output.contains("it must be one of "), output);
    return new TreeSet<>(
        Arrays.asList(output.replaceFirst(".*it must be one of ", "").split(", ", -1)));
  }

  @Test
  void everyParameterIsListed() throws Exception {
    assertEquals(listed("logger"), allowed(new Logger(), "file", folder.resolve("f").toString()));
    assertEquals(listed("monitor"), allowed(new Monitor()));
    assertEquals(listed("compressor"), allowed(new Compressor()));
    assertEquals(listed("decompressor"), allowed(new Decompressor()));
    Path stylesheet =
        Files.writeString(
            folder.resolve("s.xsl"),
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>");
    Set<String> both = allowed(new FormatConverter(), "stylesheet", stylesheet.toString());
    both.addAll(
        allowed(
            new FormatConverter(), "records", "a", "record", "b", "separator", ";", "fields", "f"));
    assertEquals(listed("converter"), both);
  }
}
