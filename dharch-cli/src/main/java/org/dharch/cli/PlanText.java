package org.dharch.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.InContainer;
import org.dharch.core.planner.Plan;
import org.dharch.core.planner.Prediction;
import org.dharch.core.planner.Relation;

/** A plan as a person reads it. */
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
            ? "  nothing allowed is faster by equation 4"
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
    int width = names.stream().mapToInt(String::length).reduce("milliseconds".length(), Math::max);
    String row = "%-" + width + "s  %9s  %9s  %9s  %9s  %12s";
    line(row, "milliseconds", "Tcomp", "Tdata", "C", "W (1)", "in container");
    for (String name : names) {
      HandlerTimes times = plan.times().handlers().get(name);
      line(
          row,
          name,
          number(times.tcomp()),
          number(times.tdata()),
          number(times.c()),
          number(times.w()),
          number(times.local()));
    }
    line(row, "service", number(plan.times().service()), "", "", "", "");
    lines.add("");
  }

  private void predictions(int messages) {
    Prediction now = plan.before();
    Prediction then = plan.after();
    String row = "%-52s  %10s  %10s";
    line(row, "predicted, in milliseconds", "now", "proposed");
    row(row, "all in the container (3)", now.container(), then.container());
    row(row, "all remote, one after another, and the service (2)", now.remote(), then.remote());
    row(row, "in stages (4)", now.stages(), then.stages());
    row(row, "speed-up (5)", now.speedUp(), then.speedUp());
    row(
        row,
        messages + " messages, pipelined, one after another (6)",
        now.pipelinedSequence(messages),
        then.pipelinedSequence(messages));
    row(
        row,
        messages + " messages, pipelined, in stages (7)",
        now.pipelinedStages(messages),
        then.pipelinedStages(messages));
    if (then.stages() >= then.container()) {
      lines.add(
          "Remote costs more than it gains: all in the container takes no longer than the best"
              + " stages.");
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

  private void row(String row, String what, double now, double then) {
    line(row, what, number(now), number(then));
  }

  private void line(String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values).stripTrailing());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
