package org.dharch.core.view;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;

/**
 * The progress of one message: in execution, or one of the latest that have ended (seed 002's
 * status monitor). Immutable.
 *
 * @param target its destination
 * @param state its state
 * @param duration from its admission until now, or until its end
 * @param since from its admission until now, also after its end
 * @param left until its deadline; zero if that has passed, or it has ended
 * @param stage the current stage, from 1; 0 if none has started, or it has ended
 * @param steps the runs of its handlers, compensators and callbacks; empty for an ended message
 * @param toCompensate the handlers whose compensators would run if it halted now, in that order
 * @param fault the reason of its failure, if it failed
 * @param timeline its events until now
 */
public record MessageProgress(
    Target target,
    State state,
    Duration duration,
    Duration since,
    Duration left,
    int stage,
    List<Step> steps,
    List<String> toCompensate,
    Optional<Fault> fault,
    Timeline timeline) {
  /**
   * The destination of a message.
   *
   * @param service its service; empty if its gateway names none
   * @param operation its operation; empty as above
   * @param flow its direction, such as {@code in} or {@code out-fault}
   */
  public record Target(String service, String operation, String flow) {
    public static Target of(Submission submission) {
      return new Target(submission.service(), submission.operation(), submission.flow().toString());
    }
  }

  /** The states of a message. */
  public enum State {
    /** In IMQueue, waiting for a slot or for its nodes. */
    WAITING,
    /** Its stages are being executed. */
    EXECUTING,
    /** Its handlers are being compensated. */
    COMPENSATING,
    /** It has ended; completion callbacks are running. */
    NOTIFYING,
    COMPLETED,
    RESPONDED,
    FAILED;

    /** Returns whether the message has not ended. */
    public boolean isUnderWay() {
      return compareTo(COMPLETED) < 0;
    }
  }

  public MessageProgress {
    steps = List.copyOf(steps);
    toCompensate = List.copyOf(toCompensate);
    fault = fault.map(Fault::plain);
  }

  public MessageId id() {
    return timeline.id();
  }

  /** Returns a copy that was admitted {@code ago} before now. */
  public MessageProgress since(Duration ago) {
    return new MessageProgress(
        target, state, duration, ago, left, stage, steps, toCompensate, fault, timeline);
  }

  /** Returns the name of its orchestration. */
  public String orchestration() {
    return timeline.orchestration();
  }

  /**
   * The run of one handler, compensator or completion callback.
   *
   * @param stage its stage, from 1
   * @param handler its name
   * @param role PERFORM, COMPENSATE or NOTIFY
   * @param state its state as in docs/state-machines.md: SENT is on its node, HELD waits for
   *     capacity on a node, PAUSED for its next attempt, AWAITING for its node to return
   * @param node the latest attempt's, as {@code name~incarnation}; empty before the first
   * @param attempt its number; 0 before the first
   * @param since since the latest attempt was sent; zero before the first
   * @param fault why the latest attempt failed, if it did
   */
  public record Step(
      int stage,
      String handler,
      String role,
      String state,
      String node,
      int attempt,
      Duration since,
      Optional<Fault> fault) {
    public Step {
      fault = fault.map(Fault::plain);
    }
  }

  /**
   * The criteria of a query; a message must match all of them.
   *
   * @param service the service
   * @param node the name of a node that has one of its steps
   * @param olderThan the minimum time since admission
   * @param ended whether the latest ended messages are included
   * @param limit the bound on listed messages, 1 to {@value #MOST}
   * @param states the allowed states; empty for all
   * @param reason text in the message's fault, or in the fault of a running step, ignoring case
   */
  public record Filter(
      Optional<String> service,
      Optional<String> node,
      Duration olderThan,
      boolean ended,
      int limit,
      Set<State> states,
      Optional<String> reason) {
    /** The most messages in the answer to one query. */
    public static final int MOST = 1000;

    /** Matches all active messages. */
    public static final Filter UNDER_WAY = all(false);

    /** Matches all active messages and the latest ended ones. */
    public static final Filter ALL = all(true);

    private static Filter all(boolean ended) {
      return new Filter(
          Optional.empty(),
          Optional.empty(),
          Duration.ZERO,
          ended,
          MOST,
          Set.of(),
          Optional.empty());
    }

    /** Returns whether an active message can match. */
    public boolean asksForUnderWay() {
      return states.isEmpty() || states.stream().anyMatch(State::isUnderWay);
    }

    /** Returns whether a message in this state with these faults matches. */
    public boolean asksFor(State ofState, Stream<Fault> faults) {
      return (states.isEmpty() || states.contains(ofState))
          && (reason.isEmpty() || faults.anyMatch(fault -> contains(fault, reason.get())));
    }

    private static boolean contains(Fault fault, String part) {
      return fault.toString().toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /** Returns whether a message of this service matches. */
    public boolean asksFor(String ofService) {
      return service.filter(s -> !s.equals(ofService)).isEmpty();
    }

    public Filter {
      states = Set.copyOf(states);
      if (limit < 1 || limit > MOST) {
        throw new IllegalArgumentException("limit must be 1 to " + MOST + " (got " + limit + ")");
      }
      if (olderThan.isNegative()) {
        throw new IllegalArgumentException("olderThan must be at least 0 (got " + olderThan + ")");
      }
    }
  }

  /** Returns the final progress of a message that ended with {@code outcome}. */
  public static MessageProgress ended(Submission submission, Outcome outcome) {
    Timeline timeline = outcome.timeline();
    Optional<Fault> fault =
        outcome instanceof Outcome.Failed failed ? Optional.of(failed.fault()) : Optional.empty();
    Duration duration = Duration.ofNanos(timeline.endedNanos());
    State state = State.COMPLETED;
    if (fault.isPresent()) {
      state = State.FAILED;
    } else if (outcome instanceof Outcome.Responded) {
      state = State.RESPONDED;
    }
    return new MessageProgress(
        Target.of(submission),
        state,
        duration,
        duration,
        Duration.ZERO,
        0,
        List.of(),
        List.of(),
        fault,
        timeline);
  }
}
