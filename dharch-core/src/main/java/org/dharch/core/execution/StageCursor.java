package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.xpath.EvaluationBudget;

/**
 * What is left of one message's orchestration, and what it has been through. Choices are made when
 * the message gets to them, by the message as it then is. Pure.
 */
final class StageCursor {
  /**
   * A list of constructs that shares its tail; null at its end. There are many routes.
   *
   * @param from -1; of the end of a sequence that catches faults, which is in hand, how many
   *     handlers had been begun before it
   */
  private record Link(Construct construct, int from, Link next) {
    Link(Construct construct, Link next) {
      this(construct, -1, next);
    }

    boolean isEnd() {
      return from >= 0;
    }
  }

  /**
   * What a failure leads to.
   *
   * @param from how many handlers had been begun before the sequence that catches it
   * @param body what is gone on with
   */
  record Catch(int from, Sequence body, Link after) {}

  /** What is left, the next one first. */
  private Link left;

  /** The stages begun, the latest first. */
  private Link begun;

  private int handlersBegun;

  StageCursor(Sequence body) {
    push(body);
  }

  /**
   * What was left in an earlier life of the manager, and what had been begun.
   *
   * @param in of the sequences in hand that catch faults, the innermost first, how many handlers
   *     had been begun before them
   * @throws IllegalArgumentException if there are not so many in {@code rest}
   */
  StageCursor(Sequence rest, List<Stage> before, List<Integer> in) {
    push(rest);
    for (int i = in.size() - 1; i >= 0; i--) {
      if (left == null || !(left.construct() instanceof Sequence entered) || !entered.catches()) {
        throw new IllegalArgumentException(in.size() + " sequences in hand, and fewer are left");
      }
      left = left.next();
      push(entered, in.get(i));
    }
    for (Stage stage : before) {
      begun = new Link(stage, begun);
      handlersBegun += stage.handlers().size();
    }
  }

  private StageCursor(StageCursor other) {
    left = other.left;
    begun = other.begun;
    handlersBegun = other.handlersBegun;
  }

  /** One that goes its own way from here. */
  StageCursor copy() {
    return new StageCursor(this);
  }

  /** Whether it depends on the message what comes next. */
  boolean isChoice() {
    Link at = left;
    while (at != null && at.isEnd()) {
      at = at.next();
    }
    Construct next = at == null ? null : at.construct();
    while (next instanceof Sequence sequence && !sequence.isEmpty()) {
      next = sequence.parts().get(0);
    }
    return next != null && !(next instanceof Stage);
  }

  /** Whether a sequence that catches faults begins or ends before the next stage. */
  boolean isAtEdge() {
    Construct next = left == null ? null : left.construct();
    boolean edge = left != null && left.isEnd();
    while (!edge && next instanceof Sequence sequence) {
      edge = sequence.catches();
      next = sequence.isEmpty() ? null : sequence.parts().get(0);
    }
    return edge;
  }

  /**
   * The stage that comes next as {@link #next} has it, if nothing is to be chosen on the way;
   * empty, too, if something is.
   */
  Optional<Stage> nextWithoutChoice() {
    if (isChoice()) {
      return Optional.empty();
    }
    return next(
        new EvaluationBudget(EvaluationBudget.MOST),
        () -> {
          throw new IllegalStateException("no choice is to be made");
        });
  }

  /**
   * The stage that comes next, which counts as begun from now on; empty at the end.
   *
   * @param budget pays for each construct on the way: repetitions of repetitions, in which no
   *     choice leads to a handler, can be more than can ever be gone through
   * @param message the message as it is now, should a choice have to be made
   * @throws EvaluationBudget.ExceededException if it is too far; then this is used no more
   */
  Optional<Stage> next(EvaluationBudget budget, Supplier<MessageView> message) {
    MessageView view = null;
    while (left != null) {
      budget.spend(1);
      Construct construct = left.construct();
      boolean isEnd = left.isEnd();
      left = left.next();
      if (isEnd) {
        continue;
      }
      if (construct instanceof Stage stage) {
        begun = new Link(stage, begun);
        handlersBegun += stage.handlers().size();
        return Optional.of(stage);
      } else if (construct instanceof Sequence sequence) {
        push(sequence);
      } else {
        view = view == null ? message.get() : view;
        if (construct instanceof Choose choose) {
          push(chosen(choose, view));
        } else {
          once((Repeat) construct, view);
        }
      }
    }
    return Optional.empty();
  }

  private void push(Sequence sequence) {
    push(sequence, handlersBegun);
  }

  private void push(Sequence sequence, int from) {
    if (sequence.catches()) {
      left = new Link(sequence, from, left);
    }
    for (int i = sequence.parts().size() - 1; i >= 0; i--) {
      left = new Link(sequence.parts().get(i), left);
    }
  }

  private static Sequence chosen(Choose choose, MessageView view) {
    return choose.whens().stream()
        .filter(when -> when.condition().holds(view))
        .findFirst()
        .map(Choose.When::body)
        .orElse(choose.otherwise());
  }

  private void once(Repeat repeat, MessageView view) {
    if (repeat.condition().isPresent() && !repeat.condition().get().holds(view)) {
      return;
    }
    if (repeat.times() > 1) {
      left = new Link(new Repeat(repeat.times() - 1, repeat.condition(), repeat.body()), left);
    }
    push(repeat.body());
  }

  /** The stages begun, the first first. */
  List<Stage> begun() {
    List<Stage> stages = new ArrayList<>();
    for (Construct stage : all(begun)) {
      stages.add(0, (Stage) stage);
    }
    return stages;
  }

  /** How many handlers have been begun. */
  int handlersBegun() {
    return handlersBegun;
  }

  /** What is left; of each sequence in hand that catches faults, what is left of it. */
  Sequence rest() {
    List<Construct> rest = new ArrayList<>();
    for (Link link = left; link != null; link = link.next()) {
      if (link.isEnd()) {
        Sequence inHand = new Sequence(rest, ((Sequence) link.construct()).faults());
        rest = new ArrayList<>();
        rest.add(inHand);
      } else {
        rest.add(link.construct());
      }
    }
    return new Sequence(rest);
  }

  // ---- sequences that catch faults

  /**
   * Of those that the latest stage stands in, the innermost first, how many handlers had been begun
   * before them.
   */
  List<Integer> in() {
    List<Integer> in = List.of();
    for (Link link = left; link != null; link = link.next()) {
      if (isAround(link)) {
        in = in.isEmpty() ? new ArrayList<>() : in;
        in.add(link.from());
      }
    }
    return in;
  }

  /** Whether it ends a sequence that the latest stage stands in, and not one after that. */
  private boolean isAround(Link link) {
    return link.isEnd() && link.from() < handlersBegun;
  }

  /** What is gone on with if a handler of the latest stage fails so; empty if nothing is. */
  Optional<Catch> catching(Fault.Code code) {
    for (Link link = left; link != null; link = link.next()) {
      if (isAround(link)) {
        for (OnFault fault : ((Sequence) link.construct()).faults()) {
          if (fault.catches(code)) {
            return Optional.of(new Catch(link.from(), fault.body(), link.next()));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Goes on with that, and then after the sequence; the stage that failed has decided nothing. */
  void goOn(Catch with) {
    begun = new Link(((Stage) begun.construct()).asOptional(), begun.next());
    left = with.after();
    push(with.body());
  }

  /** From here on {@code rest} is left. */
  void replace(Sequence rest) {
    left = null;
    push(rest);
  }

  private static List<Construct> all(Link first) {
    List<Construct> all = new ArrayList<>();
    for (Link link = first; link != null; link = link.next()) {
      all.add(link.construct());
    }
    return all;
  }
}
