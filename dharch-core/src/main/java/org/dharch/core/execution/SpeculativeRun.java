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
import org.dharch.core.message.Fingerprint;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;

/**
 * The stages after the one in hand that nodes were given ahead, and go on with by themselves as
 * long as all of a stage performs: on the one node that has the message, one visit, or on others to
 * which it passes the message on. Nothing is decided there: the message comes to each of these
 * stages here as to any other, and only then what a node did ahead counts, if it did it on the very
 * message that has come to be here. So it is an attempt made early, of handlers that leave nothing
 * behind, and forgotten without a word whenever anything went another way: an attempt of a stage
 * before it that was repeated, lost, refused or not merged, another rest, another node. Pure.
 */
final class SpeculativeRun {
  /** One task that was given ahead; what its node was burdened with for that, -1 if nothing. */
  record PrefetchedTask(int index, int attempt, HandlerEntry entry, NodeId node, long burden) {
    private boolean isOf(HandlerResult result) {
      return index == result.index() && attempt == result.attempt();
    }
  }

  /** One stage of them. */
  private record PrefetchedStage(Stage stage, List<PrefetchedTask> tasks) {
    boolean isOn(NodeId node) {
      return tasks.stream().allMatch(task -> task.node().equals(node));
    }
  }

  private final long incarnation;

  /** The steps of the stage that has just begun here, and with which attempts it was to go. */
  private PrefetchedStage inHand;

  /** What has not begun here, the next stage first. */
  private final Deque<PrefetchedStage> left = new ArrayDeque<>(4);

  private final Map<Integer, HandlerResult> results = new HashMap<>();
  private int nextIndex;

  /**
   * A visit that gives nothing ahead yet.
   *
   * @param stage the one that begins it
   * @param begun its steps, all sent in this event
   */
  SpeculativeRun(Stage stage, List<Step> begun) {
    this.incarnation = begun.get(0).incarnation();
    this.inHand =
        new PrefetchedStage(
            stage,
            begun.stream()
                .map(s -> new PrefetchedTask(s.index(), s.attempt(), s.entry(), s.node(), -1))
                .toList());
    this.nextIndex = begun.get(0).index() + begun.size();
  }

  /** The nodes of the last stage so far, each once. */
  List<NodeId> holders() {
    return nodes(left.isEmpty() ? inHand : left.getLast());
  }

  private static List<NodeId> nodes(PrefetchedStage stage) {
    return stage.tasks().stream().map(PrefetchedTask::node).distinct().toList();
  }

  /** The stage is to be given ahead, too, to these nodes, one for each of its handlers. */
  void add(Stage stage, List<NodeId> nodes, ToLongFunction<HandlerEntry> burden) {
    List<NodeId> before = holders();
    List<PrefetchedTask> tasks = new ArrayList<>(stage.handlers().size());
    for (HandlerEntry entry : stage.handlers()) {
      NodeId node = nodes.get(tasks.size());
      long takes = before.equals(List.of(node)) ? -1 : burden.applyAsLong(entry);
      tasks.add(new PrefetchedTask(nextIndex, 0, entry, node, takes));
      nextIndex++;
    }
    left.add(new PrefetchedStage(stage, tasks));
  }

  /** Only what stays on the node that has the stage in hand is given ahead. */
  void stay() {
    List<NodeId> first = nodes(inHand);
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

  /** What is ahead has its attempts from now on. */
  void lend(Steps steps) {
    List<PrefetchedStage> stages = List.copyOf(left);
    left.clear();
    for (PrefetchedStage stage : stages) {
      List<PrefetchedTask> tasks =
          stage.tasks().stream()
              .map(
                  a ->
                      new PrefetchedTask(
                          a.index(), steps.lend(a.index()), a.entry(), a.node(), a.burden()))
              .toList();
      left.add(new PrefetchedStage(stage.stage(), tasks));
    }
  }

  /** Those that have not begun here. */
  List<PrefetchedTask> prefetched() {
    return left.stream().flatMap(stage -> stage.tasks().stream()).toList();
  }

  /**
   * Whether a node that has a stage ahead, or is to pass the message on to it, is {@code which}.
   */
  boolean hangsOn(NodeId which) {
    return inHand.tasks().stream().anyMatch(task -> task.node().equals(which))
        || left.stream().anyMatch(s -> s.tasks().stream().anyMatch(t -> t.node().equals(which)));
  }

  /** What {@link Dispatch} makes of one task of it. */
  @FunctionalInterface
  interface TaskMaker<T> {
    T make(int index, int attempt, HandlerEntry entry);
  }

  /** The tasks of the stages ahead. */
  <T> List<List<T>> tasks(TaskMaker<T> maker) {
    return left.stream()
        .map(
            stage ->
                stage.tasks().stream()
                    .map(a -> maker.make(a.index(), a.attempt(), a.entry()))
                    .toList())
        .toList();
  }

  /** How the message goes from node to node; empty if it stays on one. */
  Optional<ForwardingRoute> route() {
    List<NodeId> first = nodes(inHand);
    if (first.size() == 1 && left.stream().allMatch(stage -> stage.isOn(first.get(0)))) {
      return Optional.empty();
    }
    return Optional.of(
        ForwardingRoute.begin(
            inHand.tasks().stream()
                .map(a -> new ForwardingRoute.Branch(a.index(), a.attempt()))
                .toList(),
            left.stream()
                .map(s -> s.tasks().stream().map(PrefetchedTask::node).toList())
                .toList()));
  }

  /** How many stages there are, with the one in hand. */
  int stages() {
    return 1 + left.size();
  }

  /** How many ways it takes fewer than if the message came back after each stage. */
  int waysSaved() {
    int ways = 0;
    PrefetchedStage before = inHand;
    for (PrefetchedStage stage : left) {
      List<NodeId> holders = nodes(before);
      ways += holders.size() == 1 && stage.isOn(holders.get(0)) ? 2 : 1;
      before = stage;
    }
    return ways;
  }

  /** How long all of it takes on nodes, of each stage its longest handler. */
  long longestNanos(ToLongFunction<HandlerEntry> usual) {
    long nanos = longest(inHand, usual);
    for (PrefetchedStage stage : left) {
      nanos += longest(stage, usual);
    }
    return nanos;
  }

  private static long longest(PrefetchedStage stage, ToLongFunction<HandlerEntry> usual) {
    return stage.tasks().stream().mapToLong(t -> usual.applyAsLong(t.entry())).max().orElse(0);
  }

  /** Keeps a result of a stage that has not begun here; false if it is none. */
  boolean takes(NodeId from, long ofIncarnation, HandlerResult result) {
    if (ofIncarnation != incarnation) {
      return false;
    }
    PrefetchedStage before = inHand;
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

  /** Whether {@code by} says by {@code result} that it could not pass the message on. */
  boolean wasNotForwarded(NodeId by, HandlerResult result) {
    return isUnbegun(result)
        && prefetched().stream().anyMatch(task -> task.isOf(result) && !task.node().equals(by));
  }

  /**
   * Whether what is done ahead for {@code next} is done on the message that is here now: the stage
   * before it went as it was to go there, and what its nodes have said of it is of this message.
   *
   * @param here the fingerprint of the message
   * @param isAlive whether a node is still there: one may be lost while the message is merged
   */
  boolean holdsFor(Stage next, Steps steps, LongSupplier here, Predicate<NodeId> isAlive) {
    PrefetchedStage first = left.peek();
    return first != null
        && first.stage().equals(next)
        && nodes(first).stream().allMatch(isAlive)
        && steps.count() == first.tasks().get(0).index()
        && inHand.tasks().stream().allMatch(a -> wentAsAssumed(steps.get(a.index()), a))
        && first.tasks().stream().allMatch(a -> counts(results.get(a.index()), here));
  }

  private boolean wentAsAssumed(Step step, PrefetchedTask as) {
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
   * The next stage has begun here, and its steps are those that were given ahead.
   *
   * @return the nodes that passed the message to it; empty if it stayed where it was
   */
  List<NodeId> begun() {
    List<NodeId> before = nodes(inHand);
    inHand = left.remove();
    boolean stayed = before.size() == 1 && inHand.isOn(before.get(0));
    return stayed ? List.of() : before;
  }

  /** The task of this index in the stage in hand. */
  PrefetchedTask task(int index) {
    return inHand.tasks().get(index - inHand.tasks().get(0).index());
  }

  /** What the node said of a step of the stage in hand before that began here. */
  Optional<HandlerResult> early(int index) {
    return Optional.ofNullable(results.remove(index));
  }

  long incarnation() {
    return incarnation;
  }

  /**
   * For how long the node had been busy with later stages when it said how the stage in hand ended;
   * nanoseconds.
   */
  long busySince() {
    long nanos = 0;
    List<NodeId> here = nodes(inHand);
    for (PrefetchedStage stage : left) {
      if (here.size() != 1 || !stage.isOn(here.get(0))) {
        return nanos; // others say themselves how theirs ended
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

  /** Whether no stage is left. */
  boolean isOver() {
    return left.isEmpty();
  }
}
