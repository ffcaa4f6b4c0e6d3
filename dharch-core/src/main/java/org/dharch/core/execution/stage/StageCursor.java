package org.dharch.core.execution.stage;

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
 * The position in one message's orchestration: the remaining constructs and the stages begun.
 * Choices are made when the message reaches them. Pure.
 */
public final class StageCursor {
  /**
   * A list of constructs that shares its tail; null at its end.
   *
   * @param from -1; for the end of a current sequence that catches faults, the number of handlers
   *     begun before it
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
   * The continuation after a caught fault.
   *
   * @param from the number of handlers begun before the sequence that catches it
   * @param body the constructs to continue with
   */
  public record Catch(int from, Sequence body, Link after) {}

  /** The remaining constructs, the next one first. */
  private Link left;

  /** The stages begun, the latest first. */
  private Link begun;

  private int handlersBegun;

  public StageCursor(Sequence body) {
    push(body);
  }

  /**
   * Restores the position of an earlier incarnation of the manager.
   *
   * @param scopes for each current sequence that catches faults, the innermost first, the number of
   *     handlers begun before it
   * @throws IllegalArgumentException if {@code rest} has fewer such sequences
   */
  public StageCursor(Sequence rest, List<Stage> before, List<Integer> scopes) {
    push(rest);
    for (int i = scopes.size() - 1; i >= 0; i--) {
      if (left == null || !(left.construct() instanceof Sequence entered) || !entered.catches()) {
        throw new IllegalArgumentException(
            "current sequences must be in the rest (got " + scopes.size() + ")");
      }
      left = left.next();
      push(entered, scopes.get(i));
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

  public StageCursor copy() {
    return new StageCursor(this);
  }

  /** Whether the next stage depends on the message. */
  public boolean isChoice() {
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
  public boolean isAtEdge() {
    Construct next = left == null ? null : left.construct();
    boolean edge = left != null && left.isEnd();
    while (!edge && next instanceof Sequence sequence) {
      edge = sequence.catches();
      next = sequence.isEmpty() ? null : sequence.parts().get(0);
    }
    return edge;
  }

  /** The next stage as {@link #next} returns it; empty if it has to be chosen. */
  public Optional<Stage> nextWithoutChoice() {
    if (isChoice()) {
      return Optional.empty();
    }
    return next(
        new EvaluationBudget(EvaluationBudget.MOST),
        () -> {
          throw new IllegalStateException("no choice expected");
        });
  }

  /**
   * Advances to the next stage, which has begun then; empty at the end.
   *
   * @param budget charged for each construct; nested repetitions without handlers can be
   *     practically endless
   * @param message the current message, for choices
   * @throws EvaluationBudget.ExceededException if the budget is exceeded; this cursor is unusable
   *     then
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
          repeatOnce((Repeat) construct, view);
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

  private void repeatOnce(Repeat repeat, MessageView view) {
    if (repeat.condition().isPresent() && !repeat.condition().get().holds(view)) {
      return;
    }
    if (repeat.times() > 1) {
      left = new Link(new Repeat(repeat.times() - 1, repeat.condition(), repeat.body()), left);
    }
    push(repeat.body());
  }

  /** The stages begun, in order. */
  public List<Stage> begun() {
    List<Stage> stages = new ArrayList<>();
    for (Construct stage : all(begun)) {
      stages.add(0, (Stage) stage);
    }
    return stages;
  }

  public int handlersBegun() {
    return handlersBegun;
  }

  /** The remaining constructs; of each current sequence that catches faults, its remaining part. */
  public Sequence rest() {
    List<Construct> rest = new ArrayList<>();
    for (Link link = left; link != null; link = link.next()) {
      if (link.isEnd()) {
        Sequence current = new Sequence(rest, ((Sequence) link.construct()).faults());
        rest = new ArrayList<>();
        rest.add(current);
      } else {
        rest.add(link.construct());
      }
    }
    return Sequence.of(rest);
  }

  // ---- sequences that catch faults

  /**
   * For each sequence that catches faults around the latest stage, the innermost first, the number
   * of handlers begun before it.
   */
  public List<Integer> scopes() {
    List<Integer> scopes = List.of();
    for (Link link = left; link != null; link = link.next()) {
      if (isAround(link)) {
        scopes = scopes.isEmpty() ? new ArrayList<>() : scopes;
        scopes.add(link.from());
      }
    }
    return scopes;
  }

  /** Whether it ends a sequence around the latest stage, not one after it. */
  private boolean isAround(Link link) {
    return link.isEnd() && link.from() < handlersBegun;
  }

  /**
   * The continuation if a handler of the latest stage fails with this code; empty if no sequence
   * catches it.
   */
  public Optional<Catch> catching(Fault.Code code) {
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

  /** Continues after a caught fault; the handlers of the failed stage become optional. */
  public void continueAt(Catch with) {
    begun = new Link(((Stage) begun.construct()).asOptional(), begun.next());
    left = with.after();
    push(with.body());
  }

  /** Replaces the remaining constructs. */
  public void replace(Sequence rest) {
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
