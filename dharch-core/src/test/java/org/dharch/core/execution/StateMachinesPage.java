package org.dharch.core.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.execution.TransitionTable.Kind;
import org.dharch.core.execution.TransitionTable.Row;

/** docs/state-machines.md, made from the two tables and the comments of their states. */
final class StateMachinesPage {
  private static final Path SOURCES = Path.of("src/main/java/org/dharch/core/execution");
  private static final Pattern CONSTANT =
      Pattern.compile("/\\*\\* ((?:[^*]|\\*(?!/))*) \\*/\\s+([A-Z_]+)[,;\\s]");

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
        neglected (`NEGLECTED`). `SUPERSEDED`, which leads every state that is not settled to `NEGLECTED`, is left out of the picture.
        """;
  }

  private static <S extends Enum<S>, T extends Enum<T>, A> String machine(
      TransitionTable<S, T, A> table, S first, String states, String triggers) {
    StringBuilder page = new StringBuilder(diagram(table, first));
    page.append("\n| state | |\n| --- | --- |\n");
    Map<String, String> meanings = meanings(states);
    for (S state : first.getDeclaringClass().getEnumConstants()) {
      page.append("| `" + state + "` | " + meanings.get(state.name()) + " |\n");
    }
    page.append("\n| in | on | is done | may become |\n| --- | --- | --- | --- |\n");
    for (Row<S, T, A> row : table.rows()) {
      boolean byItself = !row.what().equals(elsewhere(table, row.on().name()));
      if (row.kind() == Kind.TAKEN || (byItself && row.kind() == Kind.IGNORED)) {
        StringJoiner to = new StringJoiner(", ");
        row.to().forEach(s -> to.add("`" + s + "`"));
        page.append(
            "| `" + row.from() + "` | `" + row.on() + "` | " + row.what() + " | " + to + " |\n");
      }
    }
    page.append(
        "\n| what happens | | in every state without a row for it |\n| --- | --- | --- |\n");
    meanings(triggers)
        .forEach(
            (name, meaning) ->
                page.append(
                    "| `" + name + "` | " + meaning + " | " + elsewhere(table, name) + " |\n"));
    return page.toString();
  }

  private static <S extends Enum<S>, T extends Enum<T>, A> String elsewhere(
      TransitionTable<S, T, A> table, String trigger) {
    return table.rows().stream()
        .filter(row -> row.on().name().equals(trigger) && row.kind() != Kind.TAKEN)
        .map(row -> (row.kind() == Kind.NEVER ? "does not happen: " : "") + row.what())
        .findFirst()
        .orElse("");
  }

  private static <S extends Enum<S>, T extends Enum<T>, A> String diagram(
      TransitionTable<S, T, A> table, S first) {
    Map<S, Map<S, StringJoiner>> edges = new TreeMap<>();
    for (Row<S, T, A> row : table.rows()) {
      if (row.kind() == Kind.TAKEN && !row.on().name().equals("SUPERSEDED")) {
        for (S to : row.to()) {
          edges
              .computeIfAbsent(row.from(), s -> new TreeMap<>())
              .computeIfAbsent(to, s -> new StringJoiner("<br/>"))
              .add(row.on().name());
        }
      }
    }
    StringBuilder text =
        new StringBuilder("```mermaid\nstateDiagram-v2\n  [*] --> " + first + "\n");
    edges.forEach(
        (from, targets) ->
            targets.forEach(
                (to, on) -> text.append("  " + from + " --> " + to + " : " + on + "\n")));
    return text + "```\n";
  }

  /** The comment of each constant of an enum, in the order of its source. */
  private static Map<String, String> meanings(String file) {
    String source;
    try {
      source = Files.readString(SOURCES.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int begin = Math.max(source.indexOf("enum State {"), source.indexOf("enum " + stem(file)));
    Map<String, String> meanings = new LinkedHashMap<>();
    Matcher constants = CONSTANT.matcher(source.substring(begin));
    while (constants.find()) {
      String meaning = constants.group(1).replaceAll("\\s+\\*?\\s*", " ");
      meanings.put(
          constants.group(2),
          meaning.replaceAll("\\{@link (?:\\w+#)?#?(\\w+)(?:\\(\\))?}", "`$1`"));
    }
    return meanings;
  }

  private static String stem(String file) {
    return file.substring(0, file.indexOf('.'));
  }
}
