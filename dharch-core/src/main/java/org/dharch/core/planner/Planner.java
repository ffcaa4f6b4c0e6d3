package org.dharch.core.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;

/**
 * Finds the stages in which an orchestration takes the least time (seed 000, equations 1 to 5). A
 * handler waits for earlier handlers that write a part it reads or writes, or read a part it
 * writes; for handlers that the policy orders before it; and, if it is stateful without a
 * compensator, for all handlers that may halt the message. A handler without declarations keeps its
 * stage and its order relative to all others.
 *
 * <p>Independent rows of handlers that would wait for each other at the end of each stage become
 * branches of one stage (seed 002's flow). Choices, repetitions, sequences that catch faults, and
 * stages with {@code first} keep their place; the content of all but the last is planned
 * separately. For one thread and one orchestration.
 */
public final class Planner {
  private final Predictions predictions;
  private final Relations reasons;
  private final List<Relation> relations = new ArrayList<>();
  private final Direct direct;
  private boolean exact = true;

  private Planner(Policy policy, Times times, Direct direct) {
    this.direct = direct;
    predictions = new Predictions(times);
    reasons = new Relations(policy);
  }

  /**
   * Returns the best plan.
   *
   * @throws DHArchException naming the handlers without times
   */
  public static Plan plan(Orchestration orchestration, Policy policy, Times times) {
    checkTimes(orchestration, times);
    return new Planner(policy, times, orchestration.direct()).plan(orchestration, times);
  }

  /**
   * Evaluates equations 1 to 7 of seed 000, section 3, for an orchestration as it is, without
   * planning.
   *
   * @throws DHArchException if {@code times} lacks a handler; the message names all missing ones
   */
  public static Prediction predict(Orchestration orchestration, Times times) {
    checkTimes(orchestration, times);
    return new Predictions(times).of(orchestration);
  }

  private static void checkTimes(Orchestration orchestration, Times times) {
    Set<String> missing = orchestration.handlerNames();
    missing.removeAll(times.handlers().keySet());
    if (!missing.isEmpty()) {
      throw new DHArchException(
          "orchestration '"
              + orchestration.name()
              + "': times must have NAME.tcomp for each handler (missing: "
              + String.join(", ", missing)
              + ")");
    }
  }

  /** Equal times for all handlers, 1 ms each, without measurements. */
  public static Times equalTimes(Orchestrations orchestrations) {
    Map<String, HandlerTimes> equal = new LinkedHashMap<>();
    for (Orchestration orchestration : orchestrations.byName().values()) {
      orchestration.handlerNames().forEach(name -> equal.put(name, HandlerTimes.of(1, 0, 0)));
    }
    return new Times(0, equal);
  }

  private Plan plan(Orchestration now, Times times) {
    Orchestration proposed =
        new Orchestration(
            now.name(),
            sequence(now.body()),
            now.deadline(),
            now.durable(),
            now.recovery(),
            now.direct());
    Prediction before = predictions.of(now);
    Prediction after = predictions.of(proposed);
    return new Plan(now, proposed, exact, relations, before, after, inContainer(proposed), times);
  }

  private Sequence sequence(Sequence body) {
    List<Construct> planned = new ArrayList<>();
    List<Stage> row = new ArrayList<>();
    for (Construct part : flat(body)) {
      if (part instanceof Stage stage && !stage.first() && !stage.isBranched()) {
        row.add(stage);
      } else {
        planned.addAll(row(row));
        row.clear();
        planned.add(inside(part));
      }
    }
    planned.addAll(row(row));
    return new Sequence(
        planned,
        body.faults().stream()
            .map(fault -> new OnFault(fault.codes(), sequence(fault.body())))
            .toList());
  }

  private static List<Construct> flat(Sequence body) {
    List<Construct> parts = new ArrayList<>();
    for (Construct part : body.parts()) {
      if (part instanceof Sequence inner && !inner.catches()) {
        parts.addAll(flat(inner));
      } else {
        parts.add(part);
      }
    }
    return parts;
  }

  private Construct inside(Construct construct) {
    if (construct instanceof Stage stage) {
      return stage; // branches, or alternatives
    } else if (construct instanceof Sequence sequence) {
      return sequence(sequence); // must keep its faults inside
    } else if (construct instanceof Choose choose) {
      return new Choose(
          choose.whens().stream()
              .map(when -> new Choose.When(when.condition(), sequence(when.body())))
              .toList(),
          sequence(choose.otherwise()));
    }
    Repeat repeat = (Repeat) construct;
    return new Repeat(repeat.times(), repeat.condition(), sequence(repeat.body()));
  }

  /** Plans adjacent stages. */
  private List<Stage> row(List<Stage> row) {
    List<PlannedHandler> items = new ArrayList<>();
    for (int stage = 0; stage < row.size(); stage++) {
      List<HandlerEntry> handlers = row.get(stage).handlers();
      for (HandlerEntry handler : handlers) {
        items.add(
            new PlannedHandler(
                handler, stage, handlers, Math.round(predictions.awaited(handler) * 1_000_000)));
      }
    }
    int count = items.size();
    boolean[][] before = new boolean[count][count];
    boolean[][] apart = new boolean[count][count];
    Relation[][] pairs = new Relation[count][count];
    for (int i = 0; i < count; i++) {
      for (int j = i + 1; j < count; j++) {
        Relation relation = reasons.of(items.get(i), items.get(j));
        pairs[i][j] = relation;
        before[i][j] = relation.kind() == Relation.Kind.ORDERED;
        apart[i][j] = relation.kind() == Relation.Kind.APART;
        apart[j][i] = apart[i][j];
      }
    }
    explain(pairs, before);
    long[] times = items.stream().mapToLong(PlannedHandler::w).toArray();
    Staging.Found found = new Staging(times, before, apart).find();
    exact &= found.exact();
    List<Stage> stages = stages(found.stages(), items);
    // Unchanged unless something is gained.
    List<Stage> best = sum(stages) < sum(row) - 1e-6 ? stages : List.copyOf(row);
    BranchSearch search = new BranchSearch(times, before, apart, mayBranch(items));
    return branched(search.find(Staging.sum(found.stages(), times)), items)
        .filter(branches -> isWorth(branches, row) && isWorth(branches, best))
        .orElse(best);
  }

  private static boolean[] mayBranch(List<PlannedHandler> items) {
    boolean[] may = new boolean[items.size()];
    for (int i = 0; i < may.length; i++) {
      String name = items.get(i).name();
      may[i] =
          items.get(i).mayBranch()
              && items.stream().filter(item -> item.name().equals(name)).count() == 1;
    }
    return may;
  }

  private static List<Stage> stages(List<List<Integer>> stages, List<PlannedHandler> items) {
    return stages.stream()
        .map(stage -> Stage.of(stage.stream().map(i -> items.get(i).entry()).toList()))
        .toList();
  }

  private Optional<List<Stage>> branched(BranchSearch.Found found, List<PlannedHandler> items) {
    exact &= found.exact();
    return found.pieces().isEmpty()
        ? Optional.empty()
        : Optional.of(found.pieces().stream().map(piece -> stage(piece, items)).toList());
  }

  private static Stage stage(BranchSearch.Piece piece, List<PlannedHandler> items) {
    List<Sequence> branches =
        piece.branches().stream()
            .map(branch -> Sequence.of(List.copyOf(stages(branch, items))))
            .toList();
    return piece.isBranched() ? Stage.ofBranches(branches) : (Stage) branches.get(0).parts().get(0);
  }

  /** Whether the branches save more than the speculative execution that they exclude. */
  private boolean isWorth(List<Stage> branches, List<Stage> stages) {
    double now = predictions.fastest(stages, direct);
    return Prediction.isWorth(now - predictions.fastest(branches, direct), now);
  }

  /** Names the handler between two handlers that could share a stage but never will. */
  private void explain(Relation[][] pairs, boolean[][] before) {
    int count = before.length;
    boolean[][] waits = new boolean[count][count]; // transitively
    for (int i = count - 1; i >= 0; i--) {
      for (int j = i + 1; j < count; j++) {
        waits[i][j] = before[i][j];
        for (int k = i + 1; k < j && !waits[i][j]; k++) {
          if (before[i][k] && waits[k][j]) {
            waits[i][j] = true;
            if (pairs[i][j].kind() == Relation.Kind.APART) {
              continue;
            }
            pairs[i][j] =
                new Relation(
                    pairs[i][j].first(),
                    pairs[i][j].second(),
                    Relation.Kind.CHAINED,
                    pairs[i][k].second() + " is between them");
          }
        }
      }
    }
    for (int i = 0; i < count; i++) {
      relations.addAll(Arrays.asList(pairs[i]).subList(i + 1, count));
    }
  }

  private double sum(List<Stage> stages) {
    return stages.stream().mapToDouble(predictions::longest).sum();
  }

  private List<InContainer> inContainer(Orchestration proposed) {
    List<InContainer> found = new ArrayList<>();
    Constructs.eachStage(proposed.body(), stage -> inContainer(stage).ifPresent(found::add));
    return found;
  }

  /** The slowest handler determines the stage's time, so only it is considered. */
  private Optional<InContainer> inContainer(Stage stage) {
    if (stage.first() || stage.isBranched()) {
      return Optional.empty();
    }
    List<HandlerEntry> slowestFirst =
        stage.handlers().stream()
            .filter(handler -> !handler.oneway())
            .sorted(Comparator.comparingDouble(predictions::awaited).reversed())
            .toList();
    double remote = predictions.longest(stage);
    double least = remote;
    int local = 0;
    double moved = 0;
    for (int i = 0; i < slowestFirst.size(); i++) {
      moved += predictions.times(slowestFirst.get(i)).local();
      double left = i + 1 < slowestFirst.size() ? predictions.awaited(slowestFirst.get(i + 1)) : 0;
      if (moved + left < least - 1e-6) {
        least = moved + left;
        local = i + 1;
      }
    }
    return local == 0
        ? Optional.empty()
        : Optional.of(
            new InContainer(
                slowestFirst.subList(0, local).stream().map(HandlerEntry::name).toList(),
                remote,
                least));
  }
}
