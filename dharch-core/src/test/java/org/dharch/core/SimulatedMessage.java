package org.dharch.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;

/** A message that was handed to a simulated manager, and what became of it. */
final class SimulatedMessage {
  final long admittedAt;
  final Orchestration orchestration;
  final String operation;
  final Duration deadline;

  /** Whether it goes on what was begun: the answer to another, or a call of its service. */
  final boolean continues;

  /** Whether it is an answer. */
  final boolean isAnswer;

  final boolean oneWay;

  /** What its gateway handed in with it: what is left of its exchange. */
  final MessageProperties properties;

  /** What its handlers say of it besides their marks. */
  final SimulatedVerbs verbs;

  /** The attempts that all lives of its manager sent. */
  final Set<AttemptRules.Sent> sent = new HashSet<>();

  final List<Sequence> revisions = new ArrayList<>();
  MessageId id;
  Outcome outcome;

  /** Whether it came before the nodes of its handlers, and waited for them. */
  boolean early;

  /** Since when it is executed in this life of the manager, if that is not its first. */
  long againSince = Long.MIN_VALUE;

  /** What handlers were sent to hear of its end, in this life of the manager. */
  final Map<SimulationLedger.Telling, Long> told = new HashMap<>();

  /** Its manager died, and with it whoever waited for its answer. */
  boolean orphan;

  long endedAt = Long.MIN_VALUE;

  /** Whether its manager died after its end: another life does what was left to be done. */
  boolean outlivedManager;

  /** It was answered, and its manager died before its record was gone. */
  boolean comesAgain;

  /** Its manager died before it could write what is left to be compensated of it. */
  boolean isForgotten;

  /** Whether its manager waits to hear that it is handed to its service. */
  boolean isAwaited;

  /** When it was; from then on what its handlers did stands. */
  long handedOverAt = Long.MAX_VALUE;

  /** Whether its service took it. */
  boolean delivered;

  /** What somebody has had replayed of it after it had failed. */
  final SimulatedReplays replays = new SimulatedReplays();

  /** What was listed of it when somebody resolved that; it is not replayed after. */
  final Set<String> resolved = new HashSet<>();

  /** What is to happen when it has ended, or whoever waits for that gives up. */
  private Runnable whenOver;

  SimulatedMessage(
      long admittedAt,
      Orchestration orchestration,
      Submission submission,
      Optional<Long> verbSalt) {
    this.verbs =
        new SimulatedVerbs(verbSalt, orchestration.body(), submission.flow() == Direction.IN);
    this.admittedAt = admittedAt;
    this.orchestration = orchestration;
    this.operation = submission.operation();
    this.deadline =
        submission.deadline().or(orchestration::deadline).orElse(SimulatedManager.DEADLINE);
    this.isAnswer = submission.flow() == Direction.OUT;
    this.continues = submission.within().isPresent();
    this.oneWay = submission.oneWay();
    this.properties = submission.properties();
  }

  /** Whether a handler performs once, and may write what it likes. */
  boolean marksOnce(String handler) {
    return !verbs.isRepeated(handler)
        && Constructs.anyHandler(
            orchestration.body(), h -> h.name().equals(handler) && h.parts().access().isEmpty());
  }

  void whenOver(Runnable what) {
    whenOver = what;
  }

  /** It has ended, or is not waited for any longer. */
  void over() {
    Runnable what = whenOver;
    whenOver = null;
    if (what != null) {
      what.run();
    }
  }

  long selectedAt() {
    return admittedAt + outcome.timeline().selectedNanos();
  }

  /** Whether it waited for its turn before and after this moment. */
  boolean waitedAt(long moment) {
    return admittedAt < moment && moment < selectedAt();
  }

  /** Whether it has been accepted for good: a later life of the manager goes on with it. */
  boolean isKept() {
    return replays.count() > 0 || (oneWay && orchestration.durable());
  }

  /** Whether it is on disk how far it is, so that its end need not be. */
  boolean isRecorded() {
    return isKept() || orchestration.recovery() == CrashRecovery.COMPENSATE;
  }

  boolean hasEnded() {
    boolean forGood =
        outcome instanceof Outcome.Failed || (outcome instanceof Outcome.Responded && !comesAgain);
    return isKept() ? delivered || forGood : orphan || outcome != null;
  }
}
