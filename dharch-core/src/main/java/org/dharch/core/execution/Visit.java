package org.dharch.core.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.execution.Step.State;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;

/**
 * One visit: the stages after the one in hand that its node was given ahead, and goes on with by
 * itself as long as all of a stage performs. Nothing is decided there: the message comes to each of
 * these stages here as to any other, and only then what the node did ahead counts, if it did it on
 * the very message that has come to be here. So it is an attempt made early, of handlers that leave
 * nothing behind, and forgotten without a word whenever anything went another way: an attempt of a
 * stage before it that was repeated, lost, refused or not merged, another rest, another node. Pure.
 */
final class Visit {
  /** One task that was given ahead. */
  private record Ahead(int index, int attempt, HandlerEntry entry) {}

  /** One stage of them. */
  private record StageAhead(Stage stage, List<Ahead> tasks) {}

  private final NodeId node;
  private final long life;

  /** The steps of the stage that has just begun here, and with which attempts it was to go. */
  private List<Ahead> inHand;

  /** What has not begun here, the next stage first. */
  private final Deque<StageAhead> left = new ArrayDeque<>(4);

  private final Map<Integer, HandlerResult> results = new HashMap<>();
  private int nextIndex;

  /**
   * A visit that gives nothing ahead yet.
   *
   * @param begun the steps of the stage that begins it, all sent to one node in this event
   */
  Visit(List<Step> begun) {
    Step first = begun.get(0);
    this.node = first.node();
    this.life = first.life();
    this.inHand = begun.stream().map(s -> new Ahead(s.index(), s.attempt(), s.entry())).toList();
    this.nextIndex = first.index() + begun.size();
  }

  NodeId node() {
    return node;
  }

  /** The stage is given ahead, too. */
  void add(Stage stage, Steps steps) {
    List<Ahead> tasks = new ArrayList<>(stage.handlers().size());
    for (HandlerEntry entry : stage.handlers()) {
      tasks.add(new Ahead(nextIndex, steps.lend(nextIndex), entry));
      nextIndex++;
    }
    left.add(new StageAhead(stage, tasks));
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

  /** Keeps a result of a stage that has not begun here; false if it is none. */
  boolean takes(NodeId from, long ofLife, HandlerResult result) {
    boolean ahead =
        from.equals(node)
            && ofLife == life
            && left.stream()
                .flatMap(stage -> stage.tasks().stream())
                .anyMatch(a -> a.index() == result.index() && a.attempt() == result.attempt());
    if (ahead) {
      results.putIfAbsent(result.index(), result);
    }
    return ahead;
  }

  /**
   * Whether what the node does ahead for {@code next} is done on the message that is here now: the
   * stage before it went as it was to go there.
   */
  boolean holdsFor(Stage next, Steps steps) {
    StageAhead first = left.peek();
    return first != null
        && first.stage().equals(next)
        && steps.count() == first.tasks().get(0).index()
        && inHand.stream().allMatch(a -> wentAhead(steps.get(a.index()), a))
        && first.tasks().stream().noneMatch(a -> isUnbegun(results.get(a.index())));
  }

  private boolean wentAhead(Step step, Ahead as) {
    return step.is(State.PERFORMED)
        && step.attempt() == as.attempt()
        && step.isOn(node)
        && step.life() == life
        && step.asks() == 0;
  }

  private static boolean isUnbegun(HandlerResult result) {
    return result != null
        && (result.status() == Status.REFUSED || result.status() == Status.NOT_STARTED);
  }

  /** The next stage has begun here, and its steps are those that were given ahead. */
  void begun() {
    inHand = left.remove().tasks();
  }

  /** What the node said of a step of the stage in hand before that began here. */
  Optional<HandlerResult> early(int index) {
    return Optional.ofNullable(results.remove(index));
  }

  long life() {
    return life;
  }

  /**
   * For how long the node had been busy with later stages when it said how the stage in hand ended;
   * nanoseconds.
   */
  long busySince() {
    return left.stream()
        .mapToLong(
            stage ->
                stage.tasks().stream()
                    .map(a -> results.get(a.index()))
                    .mapToLong(r -> r == null ? 0 : r.queueNanos() + r.runNanos())
                    .max()
                    .orElse(0))
        .sum();
  }

  /** Whether no stage is left. */
  boolean isOver() {
    return left.isEmpty();
  }
}
