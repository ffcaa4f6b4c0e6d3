package org.dharch.core.execution;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.states.TransitionTable.Kind;
import org.dharch.core.states.TransitionTable.Row;
import org.dharch.testing.StateTables;

/** docs/state-machines.md, made from the two tables and the comments of their states. */
final class StateMachinesPage {
  private static final Path SOURCES = Path.of("src/main/java/org/dharch/core/execution");

  private static final Set<String> EXHAUSTED = Set.of("SKIPPED", "FAILED");

  private StateMachinesPage() {}

  static String text() {
    return """
    # The two state machines

    The heart of DHArch is two tables: what may become of a message that is executed, and of each handler of it, a *step*. They are
    `MessageTable` and `StepTable` in `org.dharch.core.execution`; nothing else changes a phase or a state. This page is made from them
    by `StateMachinesTest`, which fails when it is stale; `-Dstate-machines.write=true` writes it anew.

    Read it so: find the state, then what happens; the row says what is done and which states may come of it. What stands in no
    row of a state is in the table below it. For example, a reply that comes for a step which waits for its node (`AWAITING`) is late:
    it is counted and changes nothing.

    ## A message

    """
        + machine(MessageTable.TABLE, Phase.WAITING, "Phase.java", "MessageTrigger.java")
        + "\n## A step\n\n"
        + machine(StepTable.TABLE, Step.State.NEW, "Step.java", "StepTrigger.java")
        + """

        *Exhausted* means that nothing more is tried: a handler that must perform then fails its message (`FAILED`), any other is
        skipped (`SKIPPED`). The picture draws both as one, and takes replies together: *failed* is
        `REPLY_FAILED`, `REPLY_UNKNOWN` and `REPLY_TIMED_OUT`, *not taken* is `REPLY_NOT_STARTED`, `REPLY_REFUSED` and `UNSENT`, *not mergeable* is `UNFIT` and
        `CONFLICT`. `SUPERSEDED`, which leads every state that is not settled to `SKIPPED`, is left out of it.
        """;
  }

  private static <S extends Enum<S>, T extends Enum<T>, A> String machine(
      TransitionTable<S, T, A> table, S first, String states, String triggers) {
    return diagram(table, first)
        + StateTables.text(
            table.rows().stream().map(StateMachinesPage::declared).toList(),
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

  /** What the picture shows in one word; the table below it has each. */
  private static final Map<String, String> TOGETHER =
      Map.of(
          "REPLY_FAILED", "failed",
          "REPLY_UNKNOWN", "failed",
          "REPLY_TIMED_OUT", "failed",
          "REPLY_NOT_STARTED", "not taken",
          "REPLY_REFUSED", "not taken",
          "UNSENT", "not taken",
          "UNFIT", "not mergeable",
          "CONFLICT", "not mergeable");

  private static <S extends Enum<S>, T extends Enum<T>, A> String diagram(
      TransitionTable<S, T, A> table, S first) {
    Map<String, Map<String, Set<String>>> edges = new LinkedHashMap<>();
    for (Row<S, T, A> row : table.rows()) {
      if (row.kind() == Kind.TAKEN && !row.on().name().equals("SUPERSEDED")) {
        Set<String> to = new LinkedHashSet<>();
        row.to().forEach(s -> to.add(s.name()));
        if (to.containsAll(EXHAUSTED)) {
          to.removeAll(EXHAUSTED);
          to.add("exhausted");
        }
        String on = TOGETHER.getOrDefault(row.on().name(), row.on().name());
        for (String target : to) {
          edges
              .computeIfAbsent(row.from().name(), s -> new LinkedHashMap<>())
              .computeIfAbsent(target, s -> new LinkedHashSet<>())
              .add(on);
        }
      }
    }
    StringBuilder text = new StringBuilder("```mermaid\nstateDiagram-v2\n");
    boolean steps = first.getDeclaringClass() == Step.State.class;
    if (steps) {
      text.append("  state exhausted <<choice>>\n");
    }
    text.append("  [*] --> " + first + "\n");
    edges.forEach(
        (from, targets) ->
            targets.forEach(
                (to, on) ->
                    text.append(
                        "  " + from + " --> " + to + " : " + String.join("<br/>", on) + "\n")));
    text.append(
        steps
            ? "  exhausted --> FAILED : must perform\n  exhausted --> SKIPPED : need not\n"
            : "  OVER --> [*]\n");
    return text + "```\n";
  }
}
