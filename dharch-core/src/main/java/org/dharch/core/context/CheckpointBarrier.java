package org.dharch.core.context;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.dharch.core.config.OnRestart;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Outcome;
import org.dharch.core.wire.NodeId;

/**
 * Holds back the effects of one message's execution, in order, until a record of the message's
 * progress is on disk: no stateful handler starts and no handler is notified of the end while a
 * restarted manager would not know it. Only messages that are resumed or compensated after a
 * restart have a barrier. Used on the event loop only.
 */
public final class CheckpointBarrier {
  private final OnRestart onRestart;
  private final ArrayDeque<Effect> held = new ArrayDeque<>(4);

  /** The number of effects that the current or latest record covers. */
  private int covered;

  /** Whether one is on its way to the disk. */
  private boolean recording;

  /** Whether one ever was. */
  private boolean recorded;

  /** Whether one was when the message had ended, or none is to be. */
  private boolean endRecorded;

  /** Whether its gateway says when it is handed to its service. */
  private final boolean handsOver;

  /** Whether it has completed, and its gateway has not said so yet. */
  private boolean handingOver;

  /**
   * @param recorded whether the manager's earlier life wrote how far the message is
   * @param handsOver whether its gateway says when it hands it to its service
   */
  CheckpointBarrier(OnRestart onRestart, boolean recorded, boolean handsOver) {
    this.onRestart = onRestart;
    this.recorded = recorded;
    this.handsOver = handsOver;
  }

  public void add(List<Effect> effects) {
    if (effects.stream().anyMatch(e -> e instanceof Effect.End end && mayBeHandedOver(end))) {
      addEndBeforeTelling(effects); // recorded or not: earlier effects may require it
    } else {
      held.addAll(effects);
    }
  }

  /** Notifications of the end wait for more than the end itself. */
  private void addEndBeforeTelling(List<Effect> effects) {
    List<Effect> after = new ArrayList<>(2);
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send send) {
        send.only(task -> task.purpose().works()).ifPresent(held::add);
        send.only(task -> !task.purpose().works()).ifPresent(after::add);
      } else {
        (effect instanceof Effect.End ? held : after).add(effect);
      }
    }
    held.addAll(after);
  }

  /** Takes the next that may be done now. */
  public Optional<Effect> next() {
    if (recording || held.isEmpty() || awaitsHandOver() || needsRecord()) {
      return Optional.empty();
    }
    covered = Math.max(0, covered - 1);
    Effect next = held.poll();
    if (next instanceof Effect.End end && isHandedOver(end)) {
      handingOver = true;
      endRecorded = true; // that it is handed over is, instead
    }
    return Optional.of(next);
  }

  /** Handlers are notified of completion only when the completion is final. */
  private boolean awaitsHandOver() {
    return handingOver && held.peek() instanceof Effect.Send;
  }

  /** Whether it has completed and its gateway has not said yet that it hands it to its service. */
  public boolean isHandingOver() {
    return handingOver;
  }

  /** Its gateway has said that it does, or does not. */
  public void handedOver() {
    handingOver = false;
  }

  /** Whether it counts as completed for the next life when its gateway says so, and not before. */
  private boolean isHandedOver(Effect.End end) {
    return recorded && mayBeHandedOver(end);
  }

  private boolean mayBeHandedOver(Effect.End end) {
    return onRestart == OnRestart.COMPENSATE
        && handsOver
        && end.outcome() instanceof Outcome.Completed;
  }

  private boolean needsRecord() {
    return covered == 0 && needsRecord(held.peek());
  }

  private boolean needsRecord(Effect effect) {
    if (effect instanceof Effect.Send send) {
      return send.tasks().stream()
          .anyMatch(task -> task.purpose().works() ? task.stateful() : recorded && !endRecorded);
    }
    return effect instanceof Effect.End end && recorded && !isSuspended(end) && !isHandedOver(end);
  }

  /** Whether the message stays as it is, for the manager's next life. */
  private static boolean isSuspended(Effect.End end) {
    return end.outcome() instanceof Outcome.Failed failed && failed.stays();
  }

  /**
   * Whether it is to be written now how far the message is; then it counts as on its way, for all
   * that is held now.
   */
  public boolean beginRecording() {
    if (recording || held.isEmpty() || awaitsHandOver() || !needsRecord()) {
      return false;
    }
    recording = true;
    recorded = true;
    endRecorded |= held.stream().anyMatch(Effect.End.class::isInstance);
    covered = held.size();
    return true;
  }

  /** The pending compensations of the message, if its failure is held back here. */
  public Optional<Progress> left() {
    return held.stream()
        .filter(Effect.End.class::isInstance)
        .map(Effect.End.class::cast)
        .filter(end -> end.outcome() instanceof Outcome.Failed)
        .flatMap(end -> end.pending().stream())
        .findFirst();
  }

  /** It is on disk. */
  public void recorded() {
    recording = false;
  }

  /** Takes out what is not to be sent any more: its node is lost. */
  public List<Effect.Send> withdraw(NodeId lost) {
    List<Effect.Send> sends = new ArrayList<>(1);
    int at = 0;
    for (Iterator<Effect> each = held.iterator(); each.hasNext(); ) {
      if (each.next() instanceof Effect.Send send
          && send.node().equals(lost)
          && send.tasks().stream().allMatch(task -> task.purpose().works())) {
        each.remove();
        sends.add(send);
        covered -= at < covered ? 1 : 0;
      } else {
        at++;
      }
    }
    return sends;
  }

  /** It could not be written: gives back all that is held, for the caller to decide about. */
  public List<Effect> notRecorded() {
    recording = false;
    List<Effect> all = new ArrayList<>(held);
    held.clear();
    covered = 0;
    return all;
  }

  /** Is done, whether it is on disk or not. */
  public void addUnrecorded(Effect effect) {
    held.add(effect);
    covered++;
  }
}
