package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.xpath.EvaluationBudget;

/**
 * What is left of one message's orchestration, and what it has been through. Choices are made when
 * the message gets to them, by the message as it then is. Pure.
 */
final class StageCursor {
  /** A list of constructs that shares its tail; null at its end. There are many routes. */
  private record Link(Construct construct, Link next) {}

  /** What is left, the next one first. */
  private Link left;

  /** The stages begun, the latest first. */
  private Link begun;

  private int handlersBegun;

  StageCursor(Sequence body) {
    push(body);
  }

  /** What was left in an earlier life of the manager, and what had been begun. */
  StageCursor(Sequence rest, List<Stage> before) {
    push(rest);
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
    Construct next = left == null ? null : left.construct();
    while (next instanceof Sequence sequence && !sequence.isEmpty()) {
      next = sequence.parts().get(0);
    }
    return next != null && !(next instanceof Stage);
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
      left = left.next();
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

  /** What is left. */
  Sequence rest() {
    return new Sequence(all(left));
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
