package org.dharch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the table of a state machine as Markdown, for generated pages. */
public final class StateTables {
  private static final Pattern CONSTANT =
      Pattern.compile("/\\*\\* ((?:[^*]|\\*(?!/))*) \\*/\\s+([A-Z_]+)[,;(\\s]");

  private StateTables() {}

  /**
   * One cell of the table.
   *
   * @param to the possible next states
   * @param isTaken whether it is a separate row; otherwise it applies to all states without a row
   * @param isNever whether the event cannot occur
   * @param what the action, in words
   */
  public record Row(
      String from, String on, List<String> to, boolean isTaken, boolean isNever, String what) {}

  /**
   * Returns three tables: the states, the rows, and the events in states without a row.
   *
   * @param states the meaning of each state
   * @param triggers the meaning of each trigger
   */
  public static String text(
      List<Row> rows, Map<String, String> states, Map<String, String> triggers) {
    StringBuilder page = new StringBuilder("\n| state | |\n| --- | --- |\n");
    states.forEach((name, meaning) -> page.append("| `" + name + "` | " + meaning + " |\n"));
    page.append("\n| in | on | is done | may become |\n| --- | --- | --- | --- |\n");
    for (Row row : rows) {
      if (row.isTaken() || (!row.isNever() && !row.what().equals(elsewhere(rows, row.on())))) {
        StringJoiner to = new StringJoiner(", ");
        row.to().forEach(s -> to.add("`" + s + "`"));
        page.append(
            "| `" + row.from() + "` | `" + row.on() + "` | " + row.what() + " | " + to + " |\n");
      }
    }
    page.append(
        "\n| what happens | | in every state without a row for it |\n| --- | --- | --- |\n");
    triggers.forEach(
        (name, meaning) ->
            page.append("| `" + name + "` | " + meaning + " | " + elsewhere(rows, name) + " |\n"));
    return page.toString();
  }

  private static String elsewhere(List<Row> rows, String trigger) {
    return rows.stream()
        .filter(row -> row.on().equals(trigger) && !row.isTaken())
        .map(row -> (row.isNever() ? "does not happen: " : "") + row.what())
        .findFirst()
        .orElse("");
  }

  /**
   * Returns the comment of each constant of an enum, in source order.
   *
   * @param source the source of the enum, or of the class that contains it as {@code State}
   */
  public static Map<String, String> meanings(Path source) {
    String text;
    try {
      text = Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String file = source.getFileName().toString();
    String stem = file.substring(0, file.indexOf('.'));
    int begin = Math.max(text.indexOf("enum State {"), text.indexOf("enum " + stem));
    Map<String, String> meanings = new LinkedHashMap<>();
    String body = text.substring(begin).split("\\n\\s*}", 2)[0];
    Matcher constants = CONSTANT.matcher(body + ";");
    while (constants.find()) {
      String meaning = constants.group(1).replaceAll("\\s+\\*?\\s*", " ");
      meanings.put(
          constants.group(2),
          meaning.replaceAll("\\{@(?:link|code) (?:\\w+#)?#?(\\w+)(?:\\(\\))?}", "`$1`"));
    }
    return meanings;
  }
}
