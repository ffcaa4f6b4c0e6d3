package org.dharch.core.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;

/**
 * The stages that nodes received in advance, with a stage that begins. A node continues with them
 * as long as all handlers of a stage perform, or forwards the message to their nodes.
 *
 * <p>The nodes decide nothing: the message reaches each stage in its execution too. A speculative
 * result counts only if the message is then the one that the node had. Otherwise the results are
 * dropped, for example if an attempt of an earlier stage was repeated, lost or rejected, its
 * changes were not merged, or the remaining orchestration changed. Only handlers without effects
 * run speculatively. Pure.
 */
final class SpeculativeRun {
  /** A task sent in advance; {@code burden} is what its node was charged with, -1 for nothing. */
  record PrefetchedTask(int index, int attempt, HandlerEntry entry, NodeId node, long burden) {
    private boolean isOf(HandlerResult result) {
      return index == result.index() && attempt == result.attempt();
    }
  }

  private record PrefetchedStage(Stage stage, List<PrefetchedTask> tasks) {
    boolean isOn(NodeId node) {
      return tasks.stream().allMatch(task -> task.node().equals(node));
    }
  }

  private final long incarnation;

  /** The current stage, with the attempts that have to perform. */
  private PrefetchedStage current;

  /** The stages that have not begun, the next one first. */
  private final Deque<PrefetchedStage> left = new ArrayDeque<>(4);

  private final Map<Integer, HandlerResult> results = new HashMap<>();
  private int nextIndex;

  /**
   * A run without prefetched stages.
   *
   * @param stage the stage that begins
   * @param begun its steps, all sent in this event
   */
  SpeculativeRun(Stage stage, List<Step> begun) {
    this.incarnation = begun.get(0).incarnation();
    this.current =
        new PrefetchedStage(
            stage,
            begun.stream()
                .map(s -> new PrefetchedTask(s.index(), s.attempt(), s.entry(), s.node(), -1))
                .toList());
    this.nextIndex = begun.get(0).index() + begun.size();
  }

  /** The nodes of the last stage, each once. */
  List<NodeId> holders() {
    return nodes(left.isEmpty() ? current : left.getLast());
  }

  private static List<NodeId> nodes(PrefetchedStage stage) {
    return stage.tasks().stream().map(PrefetchedTask::node).distinct().toList();
  }

  /** Prefetches one more stage on these nodes, one for each of its handlers. */
  void add(Stage stage, List<NodeId> nodes, ToLongFunction<HandlerEntry> burden) {
    List<NodeId> before = holders();
    List<PrefetchedTask> tasks = new ArrayList<>(stage.handlers().size());
    for (HandlerEntry entry : stage.handlers()) {
      NodeId node = nodes.get(tasks.size());
      long charge = before.equals(List.of(node)) ? -1 : burden.applyAsLong(entry);
      tasks.add(new PrefetchedTask(nextIndex, 0, entry, node, charge));
      nextIndex++;
    }
    left.add(new PrefetchedStage(stage, tasks));
  }

  /** Drops the stages that are not on the node of the current stage. */
  void keepOnNode() {
    List<NodeId> first = nodes(current);
    int stays = 0;
    for (PrefetchedStage stage : left) {
      if (first.size() > 1 || !stage.isOn(first.get(0))) {
        break;
      }
      stays++;
    }
    while (left.size() > stays) {
      left.removeLast();
    }
  }

  /** Reserves an attempt number for each prefetched task. */
  void reserveAttempts(Steps steps) {
    List<PrefetchedStage> stages = List.copyOf(left);
    left.clear();
    for (PrefetchedStage stage : stages) {
      List<PrefetchedTask> tasks =
          stage.tasks().stream()
              .map(
                  a ->
                      new PrefetchedTask(
                          a.index(),
                          steps.reserveAttempt(a.index()),
                          a.entry(),
                          a.node(),
                          a.burden()))
              .toList();
      left.add(new PrefetchedStage(stage.stage(), tasks));
    }
  }

  List<PrefetchedTask> prefetched() {
    return left.stream().flatMap(stage -> stage.tasks().stream()).toList();
  }

  /** Whether this node has a prefetched task, or has the current stage. */
  boolean dependsOn(NodeId which) {
    return current.tasks().stream().anyMatch(task -> task.node().equals(which))
        || left.stream().anyMatch(s -> s.tasks().stream().anyMatch(t -> t.node().equals(which)));
  }

  /** Makes a task of an attempt. */
  @FunctionalInterface
  interface TaskMaker<T> {
    T make(int index, int attempt, HandlerEntry entry);
  }

  /** The tasks of the prefetched stages. */
  <T> List<List<T>> tasks(TaskMaker<T> maker) {
    return left.stream()
        .map(
            stage ->
                stage.tasks().stream()
                    .map(a -> maker.make(a.index(), a.attempt(), a.entry()))
                    .toList())
        .toList();
  }

  /** The route of the message; empty if it stays on one node. */
  Optional<ForwardingRoute> route() {
    List<NodeId> first = nodes(current);
    if (first.size() == 1 && left.stream().allMatch(stage -> stage.isOn(first.get(0)))) {
      return Optional.empty();
    }
    return Optional.of(
        ForwardingRoute.begin(
            current.tasks().stream()
                .map(a -> new ForwardingRoute.Branch(a.index(), a.attempt()))
                .toList(),
            left.stream()
                .map(s -> s.tasks().stream().map(PrefetchedTask::node).toList())
                .toList()));
  }

  /** The number of stages, with the current one. */
  int stages() {
    return 1 + left.size();
  }

  /** How many transfers forwarding saves. */
  int hopsSaved() {
    int hops = 0;
    PrefetchedStage before = current;
    for (PrefetchedStage stage : left) {
      List<NodeId> holders = nodes(before);
      hops += holders.size() == 1 && stage.isOn(holders.get(0)) ? 2 : 1;
      before = stage;
    }
    return hops;
  }

  /** The run time of all stages, by the longest handler of each. */
  long longestNanos(ToLongFunction<HandlerEntry> usual) {
    long nanos = longest(current, usual);
    for (PrefetchedStage stage : left) {
      nanos += longest(stage, usual);
    }
    return nanos;
  }

  private static long longest(PrefetchedStage stage, ToLongFunction<HandlerEntry> usual) {
    return stage.tasks().stream().mapToLong(t -> usual.applyAsLong(t.entry())).max().orElse(0);
  }

  /** Keeps a result of a prefetched stage; false if it is of another stage. */
  boolean keep(NodeId from, long ofIncarnation, HandlerResult result) {
    if (ofIncarnation != incarnation) {
      return false;
    }
    PrefetchedStage before = current;
    for (PrefetchedStage stage : left) {
      for (PrefetchedTask task : stage.tasks()) {
        if (task.isOf(result)) {
          boolean notForwarded = isUnbegun(result) && nodes(before).contains(from);
          boolean prefetched = notForwarded || task.node().equals(from);
          if (prefetched) {
            results.putIfAbsent(result.index(), result);
          }
          return prefetched;
        }
      }
      before = stage;
    }
    return false;
  }

  /** Whether {@code by} reports with this result that it could not forward the message. */
  boolean wasNotForwarded(NodeId by, HandlerResult result) {
    return isUnbegun(result)
        && prefetched().stream().anyMatch(task -> task.isOf(result) && !task.node().equals(by));
  }

  /**
   * Whether the speculative attempts of {@code next} count: the previous stage performed as
   * expected, and the results so far are for the message as it is now.
   *
   * @param here the fingerprint of the message
   * @param isAlive whether a node is alive: it may be lost during the merge
   */
  boolean countsFor(Stage next, Steps steps, LongSupplier here, Predicate<NodeId> isAlive) {
    PrefetchedStage first = left.peek();
    return first != null
        && first.stage().equals(next)
        && nodes(first).stream().allMatch(isAlive)
        && steps.count() == first.tasks().get(0).index()
        && current.tasks().stream().allMatch(a -> performedAsSent(steps.get(a.index()), a))
        && first.tasks().stream().allMatch(a -> counts(results.get(a.index()), here));
  }

  private boolean performedAsSent(Step step, PrefetchedTask as) {
    return step.is(StepState.PERFORMED)
        && step.attempt() == as.attempt()
        && step.isOn(as.node())
        && step.incarnation() == incarnation
        && step.asks() == 0;
  }

  private static boolean counts(HandlerResult early, LongSupplier here) {
    return early == null
        || (!isUnbegun(early)
            && (early.on() == Fingerprint.NONE || early.on() == here.getAsLong()));
  }

  private static boolean isUnbegun(HandlerResult result) {
    return result.status() == Status.REFUSED || result.status() == Status.NOT_STARTED;
  }

  /**
   * The next stage begins with the prefetched attempts.
   *
   * @return the nodes that forwarded the message; empty if it stayed on its node
   */
  List<NodeId> begun() {
    List<NodeId> before = nodes(current);
    current = left.remove();
    boolean stayed = before.size() == 1 && current.isOn(before.get(0));
    return stayed ? List.of() : before;
  }

  /** The task of this index in the current stage. */
  PrefetchedTask task(int index) {
    return current.tasks().get(index - current.tasks().get(0).index());
  }

  /** Returns the result that arrived before the current stage began, once. */
  Optional<HandlerResult> early(int index) {
    return Optional.ofNullable(results.remove(index));
  }

  long incarnation() {
    return incarnation;
  }

  /**
   * How long the node worked on later stages before it reported the end of the current one;
   * nanoseconds.
   */
  long busySince() {
    long nanos = 0;
    List<NodeId> here = nodes(current);
    for (PrefetchedStage stage : left) {
      if (here.size() != 1 || !stage.isOn(here.get(0))) {
        return nanos; // other nodes report their own results
      }
      nanos +=
          stage.tasks().stream()
              .map(a -> results.get(a.index()))
              .mapToLong(r -> r == null ? 0 : r.queueNanos() + r.runNanos())
              .max()
              .orElse(0);
    }
    return nanos;
  }

  boolean isOver() {
    return left.isEmpty();
  }
}
