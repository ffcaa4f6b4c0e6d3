package org.dharch.cli.admin;

import static org.dharch.cli.base.TextTable.left;
import static org.dharch.cli.base.TextTable.right;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.dharch.cli.base.TextTable;

/** Formats the critical path of a message, stage by stage. */
final class CriticalPathText {
  private CriticalPathText() {}

  /**
   * A table and a summary line.
   *
   * @param path the admin port's JSON
   */
  static List<String> lines(JsonNode path) {
    TextTable table =
        new TextTable(2, left(0), left(0), right(0), right(0), right(0), right(0), right(0));
    table.row("stage", "waited for", "ms", "wait", "way", "run", "sooner without it");
    for (JsonNode stage : path.path("stages")) {
      int attempts = stage.path("attempts").asInt();
      table.row(
          stage.path("stage").asText(),
          stage.path("handler").asText() + (attempts > 1 ? " (" + attempts + " attempts)" : ""),
          number(stage, "took"),
          number(stage, "wait"),
          number(stage, "way"),
          number(stage, "run"),
          number(stage, "without"));
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add(
        "queued "
            + number(path, "queued")
            + ", merging and the manager "
            + number(path, "rest")
            + "; in turn its handlers had taken "
            + number(path, "savedInParallel")
            + " ms longer");
    return lines;
  }

  static String longest(JsonNode path) {
    JsonNode longest = null;
    for (JsonNode stage : path.path("stages")) {
      if (longest == null || stage.path("took").asDouble() > longest.path("took").asDouble()) {
        longest = stage;
      }
    }
    if (longest == null || path.path("queued").asDouble() > longest.path("took").asDouble()) {
      return "queued " + number(path, "queued");
    }
    String part = "run";
    for (String other : List.of("wait", "way")) {
      part = longest.path(other).asDouble() > longest.path(part).asDouble() ? other : part;
    }
    return longest.path("handler").asText()
        + " "
        + number(longest, "took")
        + ", "
        + part
        + " "
        + number(longest, part);
  }

  private static String number(JsonNode of, String field) {
    return TextTable.number(of.path(field).asDouble());
  }
}
