package org.dharch.core.execution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.recovery.AttemptEnd;
import org.dharch.core.execution.recovery.AttemptSubject;
import org.dharch.core.execution.recovery.Recovery;
import org.dharch.core.execution.recovery.RecoveryTable;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.states.TransitionTable.Kind;
import org.dharch.core.states.TransitionTable.Row;
import org.dharch.testing.StateTables;

/** Generates docs/state-machines.md from the tables and the comments of their states. */
final class StateMachinesPage {
  private static final Path SOURCES = Path.of("src/main/java/org/dharch/core/execution");

  private StateMachinesPage() {}

  static String text() {
    return """
    # The state machines

    The core of DHArch is five tables in `org.dharch.core.execution` and its package `recovery`. `MessageTable` has the phases of a message. A *step* is one
    handler of a message; `PerformTable`, `CompensateTable` and `NotifyTable` have the states of a step in each of its roles.
    `RecoveryTable` decides what follows an attempt that did not perform. No other code changes a phase or a state.

    Each row of a state table has one target. An action can raise a further trigger, which the step or message takes at once:
    a step in `PLACING` takes the result of the placement, a step in `DECIDING` takes the decision of `RecoveryTable`.

    `StateMachinesTest` generates this page and fails when the page is stale. `-Dstate-machines.write=true` writes the page.

    ## Change a recovery rule

    1. Find the row of the attempt's end and the column of the handler in [Recovery](#recovery).
    2. Change the cell in `RecoveryTable`. The bounds `MAX_ASKS`, `MAX_REROUTES` and `MAX_LOSSES` hold for all columns;
       `RecoveryActions.bounds` applies them to a step, and is where a bound for one column goes.
    3. Run `StateMachinesTest` with `-Dstate-machines.write=true`. It reports a decision that the role's table has no row for, and writes this page.
    4. Follow the change in `RecoveryTableTest`, the rules of `SimulationChecks` and [failure](failure.md), then run `SimulationTest`.

    For example, a quasi-atomic handler on a silent node is asked again `MAX_ASKS` times (`NO_REPLY`), then compensated (`SILENT`).

    ## A message

    """
        + machine(MessageTable.TABLE, Phase.WAITING, "Phase.java", "MessageTrigger.java")
        + "\n## A step that performs a handler\n\n"
        + machine(PerformTable.TABLE, StepState.NEW, "progress/StepState.java", "StepTrigger.java")
        + "\n## A step that runs a compensator\n\n"
        + machine(
            CompensateTable.TABLE, StepState.NEW, "progress/StepState.java", "StepTrigger.java")
        + "\n## A completion callback\n\n"
        + machine(NotifyTable.TABLE, StepState.NEW, "progress/StepState.java", "StepTrigger.java")
        + "\n"
        + "## Recovery\n\n"
        + "The table decides by the end of the attempt (row) and its subject"
        + " (column). `-` is impossible.\n"
        + recovery();
  }

  private static String recovery() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(Stream.of(AttemptSubject.values()).map(s -> "`" + s + "`").toList());
    StringBuilder text = new StringBuilder("\n| attempt |");
    rows.get(0).forEach(column -> text.append(" " + column + " |"));
    text.append("\n|" + " --- |".repeat(1 + AttemptSubject.values().length) + "\n");
    for (AttemptEnd end : AttemptEnd.values()) {
      text.append("| `" + end + "` |");
      for (AttemptSubject subject : AttemptSubject.values()) {
        Recovery cell = RecoveryTable.cell(end, subject);
        text.append(" " + (cell == null ? "-" : cell) + " |");
      }
      text.append("\n");
    }
    text.append(meanings("attempt", "recovery/AttemptEnd.java"));
    text.append(meanings("decision", "recovery/Recovery.java"));
    text.append(meanings("subject", "recovery/AttemptSubject.java"));
    text.append(
        "\nOver the [retry budget](failure.md#the-retry-budget) `RETRY`, and `ELSEWHERE` after"
            + " another end than `NODE_LOST`, become `BACK_OFF` for a durable one-way message and"
            + " `GIVE_UP` for others.\n");
    text.append(
        "\nBounds: `MAX_ASKS` = %d, `MAX_REROUTES` = %d, `MAX_LOSSES` = %d.\n"
            .formatted(
                RecoveryTable.MAX_ASKS, RecoveryTable.MAX_REROUTES, RecoveryTable.MAX_LOSSES));
    return text.toString();
  }

  private static String meanings(String title, String source) {
    StringBuilder text = new StringBuilder("\n| " + title + " | |\n| --- | --- |\n");
    StateTables.meanings(SOURCES.resolve(source))
        .forEach((name, meaning) -> text.append("| `" + name + "` | " + meaning + " |\n"));
    return text.toString();
  }

  private static <S extends Enum<S>, T extends Enum<T>, A> String machine(
      TransitionTable<S, T, A> table, S first, String states, String triggers) {
    Set<String> used = new LinkedHashSet<>();
    Set<String> raised = new LinkedHashSet<>();
    used.add(first.name());
    for (Row<S, T, A> row : table.rows()) {
      if (row.kind() == Kind.TAKEN) {
        used.add(row.target().name());
        raised.add(row.on().name());
      }
    }
    Map<String, String> shown = StateTables.meanings(SOURCES.resolve(states));
    shown.keySet().retainAll(used);
    Map<String, String> known = StateTables.meanings(SOURCES.resolve(triggers));
    known.keySet().retainAll(raised);
    return diagram(table, first) + StateTables.text(grouped(table), shown, known);
  }

  /** The rows; equal rows of several states become one. */
  private static <S extends Enum<S>, T extends Enum<T>, A> List<StateTables.Row> grouped(
      TransitionTable<S, T, A> table) {
    Map<String, List<Row<S, T, A>>> alike = new LinkedHashMap<>();
    for (Row<S, T, A> row : table.rows()) {
      boolean isTaken = row.kind() == Kind.TAKEN;
      String key = row.on() + row.what() + (isTaken ? row.target() : row.from());
      alike.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
    }
    List<StateTables.Row> rows = new ArrayList<>();
    for (List<Row<S, T, A>> group : alike.values()) {
      Row<S, T, A> row = group.get(0);
      StringJoiner from = new StringJoiner("`, `");
      group.forEach(r -> from.add(r.from().name()));
      rows.add(
          new StateTables.Row(
              from.toString(),
              row.on().name(),
              List.of(row.target().name()),
              row.kind() == Kind.TAKEN,
              row.kind() == Kind.NEVER,
              row.what()));
    }
    return rows;
  }

  private static <S extends Enum<S>, T extends Enum<T>, A> String diagram(
      TransitionTable<S, T, A> table, S first) {
    Map<String, Map<String, Set<String>>> edges = new LinkedHashMap<>();
    for (Row<S, T, A> row : table.rows()) {
      if (row.kind() == Kind.TAKEN && isShown(row)) {
        edges
            .computeIfAbsent(row.from().name(), s -> new LinkedHashMap<>())
            .computeIfAbsent(row.target().name(), s -> new LinkedHashSet<>())
            .add(row.on().name().startsWith("REPLY_") ? reply(row.on().name()) : row.on().name());
      }
    }
    StringBuilder text = new StringBuilder("```mermaid\nstateDiagram-v2\n");
    text.append("  [*] --> " + first + "\n");
    edges.forEach(
        (from, targets) ->
            targets.forEach(
                (to, on) ->
                    text.append(
                        "  " + from + " --> " + to + " : " + String.join("<br/>", on) + "\n")));
    return text + "```\n";
  }

  /** Triggers that lead every open step to one state are not in the diagram. */
  private static boolean isShown(Row<?, ?, ?> row) {
    String on = row.on().name();
    return !on.equals("SUPERSEDED") && !on.equals("LEFT_BEHIND") && !on.startsWith("RESUMED");
  }

  private static String reply(String trigger) {
    return trigger.equals("REPLY_PERFORMED") ? trigger : "other replies";
  }
}
