package org.dharch.ws.rm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.states.TransitionTable.Kind;
import org.dharch.core.states.TransitionTable.Row;
import org.dharch.testing.DocsPage;
import org.dharch.testing.StateTables;
import org.junit.jupiter.api.Test;

/** The two tables themselves, and the part of docs/rm.md that is made from them. */
class RmTablesTest {
  private static final Path PAGE = DocsPage.FOLDER.resolve("rm.md");
  private static final Path SOURCES = Path.of("src/main/java/org/dharch/ws/rm");
  private static final String BEGIN = "<!-- tables -->\n";
  private static final String END = "<!-- end of tables -->\n";

  @Test
  void pageMatchesTables() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("rm-tables.write")) {
      Files.writeString(PAGE, page.substring(0, begin) + text() + page.substring(end));
    }
    assertEquals(
        text(),
        Files.readString(PAGE).substring(begin, Files.readString(PAGE).indexOf(END)),
        "docs/rm.md is stale; run with -Drm-tables.write=true to update it");
  }

  private static String text() {
    return "\n### At the sink\n\n"
        + machine(SinkTable.TABLE, "SinkState.java", "SinkTrigger.java")
        + "\n### At the source\n\n"
        + machine(SourceTable.TABLE, "SourceState.java", "SourceTrigger.java")
        + "\n"
        + "The state CLOSED of a source in other descriptions corresponds to the receipt of"
        + " CloseSequenceResponse. All messages are acknowledged by then, and TerminateSequence"
        + " follows immediately.\n\n";
  }

  private static <S extends Enum<S>, T extends Enum<T>, A> String machine(
      TransitionTable<S, T, A> table, String states, String triggers) {
    return diagram(table)
        + StateTables.text(
            table.rows().stream().map(RmTablesTest::declared).toList(),
            StateTables.meanings(SOURCES.resolve(states)),
            StateTables.meanings(SOURCES.resolve(triggers)));
  }

  private static StateTables.Row declared(Row<?, ?, ?> row) {
    return new StateTables.Row(
        row.from().name(),
        row.on().name(),
        row.to().stream().map(Enum::name).toList(),
        row.kind() == Kind.TAKEN,
        row.kind() == Kind.NEVER,
        row.what());
  }

  /** Where a state is left. */
  private static <S extends Enum<S>, T extends Enum<T>, A> String diagram(
      TransitionTable<S, T, A> table) {
    Map<String, Map<String, Set<String>>> edges = new TreeMap<>();
    for (Row<S, T, A> row : table.rows()) {
      for (S to : row.to()) {
        if (to != row.from()) {
          edges
              .computeIfAbsent(row.from().name(), s -> new TreeMap<>())
              .computeIfAbsent(to.name(), s -> new TreeSet<>())
              .add(row.on().name());
        }
      }
    }
    StringBuilder text = new StringBuilder("```mermaid\nstateDiagram-v2\n  [*] --> NONE\n");
    edges.forEach(
        (from, targets) ->
            targets.forEach(
                (to, on) ->
                    text.append(
                        "  " + from + " --> " + to + " : " + String.join("<br/>", on) + "\n")));
    return text + "```\n";
  }

  @Test
  void allStatesAreReachableAndTerminate() {
    reached(SinkTable.TABLE, SinkState.NONE, SinkState.class);
    reached(SourceTable.TABLE, SourceState.NONE, SourceState.class);
  }

  /** From the first state each is reached, and from each the first. */
  private static <S extends Enum<S>, T extends Enum<T>, A> void reached(
      TransitionTable<S, T, A> table, S first, Class<S> states) {
    for (S from : states.getEnumConstants()) {
      Set<S> reached = EnumSet.of(from);
      boolean isMore = true;
      while (isMore) {
        isMore = false;
        for (Row<S, T, A> row : List.copyOf(table.rows())) {
          isMore |= reached.contains(row.from()) && reached.addAll(row.to());
        }
      }
      assertTrue(reached.contains(first), from + " never ends");
      if (from == first) {
        assertEquals(EnumSet.allOf(states), reached);
      }
    }
  }
}
