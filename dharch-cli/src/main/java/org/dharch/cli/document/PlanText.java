package org.dharch.cli.document;

import static org.dharch.cli.base.TextTable.left;
import static org.dharch.cli.base.TextTable.number;
import static org.dharch.cli.base.TextTable.right;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.dharch.cli.base.TextTable;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.InContainer;
import org.dharch.core.planner.Plan;
import org.dharch.core.planner.Prediction;
import org.dharch.core.planner.Relation;

/** Formats a plan as text. */
final class PlanText {
  private final List<String> lines = new ArrayList<>();
  private final Plan plan;

  private PlanText(Plan plan) {
    this.plan = plan;
  }

  static List<String> of(Plan plan, int messages) {
    PlanText text = new PlanText(plan);
    text.stages();
    text.relations();
    text.times();
    text.predictions(messages);
    text.container();
    return text.lines;
  }

  private void stages() {
    line("orchestration %s", plan.now().name());
    line("  now       %s", plan.now().notation());
    if (plan.proposed().equals(plan.now())) {
      line("  proposed  as it is: no other stages take less time");
    } else {
      line("  proposed  %s", plan.proposed().notation());
    }
    line(
        plan.exact()
            ? "  no stages allowed are faster by equation 4, and no branches that pay"
            : "  found by a heuristic, as there are too many ways to look at all of them");
    lines.add("");
  }

  private void relations() {
    if (plan.relations().isEmpty()) {
      return;
    }
    lines.add("dependencies");
    List<Relation> ordered =
        plan.relations().stream().filter(r -> r.kind() == Relation.Kind.ORDERED).toList();
    ordered.forEach(r -> line("  %s before %s: %s", r.first(), r.second(), r.reason()));
    if (ordered.isEmpty()) {
      lines.add("  none");
    }
    lines.add("pairs that");
    for (Relation relation : plan.relations()) {
      line(
          "  %s %s, %s: %s",
          relation.kind() == Relation.Kind.FREE
              ? "may share a stage:    "
              : "may not share a stage:",
          relation.first(),
          relation.second(),
          relation.reason());
    }
    lines.add("");
  }

  private void times() {
    Set<String> names = new LinkedHashSet<>();
    Constructs.eachStage(
        plan.now().body(), stage -> stage.handlers().forEach(h -> names.add(h.name())));
    TextTable table = new TextTable(2, left(0), right(9), right(9), right(9), right(9), right(12));
    table.row("milliseconds", "Tcomp", "Tdata", "C", "W (1)", "in container");
    for (String name : names) {
      HandlerTimes times = plan.times().handlers().get(name);
      table.row(
          name,
          number(times.tcomp()),
          number(times.tdata()),
          number(times.c()),
          number(times.w()),
          number(times.local()));
    }
    table.row("service", number(plan.times().service()));
    lines.addAll(table.lines());
    lines.add("");
  }

  private void predictions(int messages) {
    Prediction now = plan.before();
    Prediction then = plan.after();
    TextTable table = new TextTable(2, left(52), right(10), right(10));
    table.row("predicted, in milliseconds", "now", "proposed");
    add(table, "all in the container (3)", now.container(), then.container());
    add(table, "all remote, one after another, and the service (2)", now.remote(), then.remote());
    add(table, "in stages (4)", now.stages(), then.stages());
    add(
        table,
        "in stages, all on one node, speculative (4)",
        now.speculative(),
        then.speculative());
    add(
        table,
        "in stages, each on its own node, node to node (4)",
        now.forwarded(),
        then.forwarded());
    add(table, "speed-up (5)", now.speedUp(), then.speedUp());
    add(
        table,
        messages + " messages, pipelined, one after another (6)",
        now.pipelinedSequence(messages),
        then.pipelinedSequence(messages));
    add(
        table,
        messages + " messages, pipelined, in stages (7)",
        now.pipelinedStages(messages),
        then.pipelinedStages(messages));
    lines.addAll(table.lines());
    if (then.stages() >= then.container()) {
      lines.add(
          "Remote execution costs more than it gains: all in the container takes no longer than the"
              + " best stages.");
    }
    if (then.speculationPays()) {
      line(
          "Speculative execution pays: a node that has all the handlers saves %s ms of %s.",
          number(then.stages() - then.speculative()), number(then.stages()));
    }
    if (then.forwardingPays()) {
      line(
          "Node to node pays: on a node for each handler it saves %s ms of %s.",
          number(then.stages() - then.forwarded()), number(then.stages()));
    }
    lines.add("");
  }

  private void container() {
    for (InContainer local : plan.inContainer()) {
      line(
          "%s %s better left in the container: the stage takes %s ms, and %s ms with %s there;"
              + " remote costs more than it gains.",
          String.join(", ", local.handlers()),
          local.handlers().size() == 1 ? "is" : "are",
          number(local.remote()),
          number(local.local()),
          local.handlers().size() == 1 ? "it" : "them");
    }
    if (!plan.inContainer().isEmpty()) {
      lines.add("");
    }
  }

  private static void add(TextTable table, String what, double now, double then) {
    table.row(what, number(now), number(then));
  }

  private void line(String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
