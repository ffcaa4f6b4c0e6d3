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
 * progress is on disk. Without that record, a restarted manager would not know about started
 * stateful handlers or sent completion callbacks. Only messages that are resumed or compensated
 * after a restart have a barrier. Used on the event loop only.
 */
public final class CheckpointBarrier {
  private final OnRestart onRestart;
  private final ArrayDeque<Effect> held = new ArrayDeque<>(4);

  /** The number of effects that the current or latest record covers. */
  private int covered;

  /** Whether a record is being written. */
  private boolean recording;

  /** Whether any record was requested for this message. */
  private boolean recorded;

  /** Whether a record covers the end of the message, or the end needs no record. */
  private boolean endRecorded;

  /** Whether the gateway confirms the delivery to the service. */
  private final boolean handsOver;

  /** Whether the message has completed and its delivery is not confirmed yet. */
  private boolean handingOver;

  /**
   * @param recorded whether an earlier incarnation of the manager recorded the message's progress
   * @param handsOver whether the gateway confirms the delivery to the service
   */
  CheckpointBarrier(OnRestart onRestart, boolean recorded, boolean handsOver) {
    this.onRestart = onRestart;
    this.recorded = recorded;
    this.handsOver = handsOver;
  }

  public void add(List<Effect> effects) {
    if (effects.stream().anyMatch(e -> e instanceof Effect.End end && mayBeHandedOver(end))) {
      addEndBeforeTelling(effects); // always: earlier effects may require a record
    } else {
      held.addAll(effects);
    }
  }

  /** Puts completion callbacks after the end, because they wait longer than the end itself. */
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

  /** Removes the next effect that may be carried out now. */
  public Optional<Effect> next() {
    if (recording || held.isEmpty() || awaitsHandOver() || needsRecord()) {
      return Optional.empty();
    }
    covered = Math.max(0, covered - 1);
    Effect next = held.poll();
    if (next instanceof Effect.End end && isHandedOver(end)) {
      handingOver = true;
      endRecorded = true; // the delivery confirmation is recorded instead
    }
    return Optional.of(next);
  }

  /** Completion callbacks are sent only after the completion is final. */
  private boolean awaitsHandOver() {
    return handingOver && held.peek() instanceof Effect.Send;
  }

  /** Returns whether the message has completed and its delivery is not confirmed yet. */
  public boolean isHandingOver() {
    return handingOver;
  }

  /** Ends the wait for the gateway, which has confirmed the delivery or reported its failure. */
  public void handedOver() {
    handingOver = false;
  }

  /**
   * Whether the message counts as completed after a restart only once the gateway confirms the
   * delivery.
   */
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

  /** Whether the message is left to the manager's next incarnation. */
  private static boolean isSuspended(Effect.End end) {
    return end.outcome() instanceof Outcome.Failed failed && failed.stays();
  }

  /**
   * Starts a record if the next effect needs one. The record covers all effects that are held now.
   *
   * @return whether the caller must write the message's progress
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

  /** Returns the pending compensations of the message, if its failure is held back here. */
  public Optional<Progress> left() {
    return held.stream()
        .filter(Effect.End.class::isInstance)
        .map(Effect.End.class::cast)
        .filter(end -> end.outcome() instanceof Outcome.Failed)
        .flatMap(end -> end.pending().stream())
        .findFirst();
  }

  /** Releases the effects that the written record covers. */
  public void recorded() {
    recording = false;
  }

  /** Removes the task batches for a lost node, except completion callbacks. */
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

  /** Removes and returns all held effects after the record could not be written. */
  public List<Effect> notRecorded() {
    recording = false;
    List<Effect> all = new ArrayList<>(held);
    held.clear();
    covered = 0;
    return all;
  }

  /** Adds an effect that does not wait for a record. */
  public void addUnrecorded(Effect effect) {
    held.add(effect);
    covered++;
  }
}
