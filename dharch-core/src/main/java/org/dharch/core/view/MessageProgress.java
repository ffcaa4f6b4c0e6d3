package org.dharch.core.view;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;

/**
 * Where one message is: under way, or one of the latest that have ended (seed 002's status
 * monitor). Immutable.
 *
 * @param id the message's
 * @param service its service; empty if its gateway names none
 * @param operation its operation; empty as above
 * @param flow its direction, as {@code in} or {@code out-fault}
 * @param orchestration the name of the orchestration that it follows
 * @param state where it is
 * @param age since its admission; of one that has ended, from there to its end
 * @param left until its deadline; zero if that is over, or it has ended
 * @param stage the stage in hand, from 1; 0 if none has begun, or it has ended
 * @param steps its handlers' turns, compensators and notices; empty of one that has ended
 * @param toCompensate the handlers whose compensators would run if it halted now, in that order
 * @param fault why it was halted, if it was
 * @param timeline what has happened to it until now
 */
public record MessageProgress(
    MessageId id,
    String service,
    String operation,
    String flow,
    String orchestration,
    State state,
    Duration age,
    Duration left,
    int stage,
    List<Step> steps,
    List<String> toCompensate,
    Optional<Fault> fault,
    Timeline timeline) {

  /** Where a message can be. */
  public enum State {
    /** In IMQueue, for its turn or for its nodes. */
    WAITING,
    /** Goes through its stages. */
    EXECUTING,
    /** May not go on: what was done is compensated. */
    COMPENSATING,
    /** Has ended; handlers that asked for it are told. */
    NOTIFYING,
    COMPLETED,
    RESPONDED,
    FAILED;

    /** Whether it is under way. */
    public boolean isUnderWay() {
      return compareTo(COMPLETED) < 0;
    }
  }

  public MessageProgress {
    steps = List.copyOf(steps);
    toCompensate = List.copyOf(toCompensate);
  }

  /**
   * One handler's turn, the compensation of one, or a notice to one.
   *
   * @param stage its stage, from 1
   * @param handler its name
   * @param role PERFORM, COMPENSATE or NOTIFY
   * @param state where it stands, as docs/state-machines.md names it: SENT is on its node, HELD
   *     waits for room on one, PAUSED for its next attempt, AWAITING for its node to come back
   * @param node the latest attempt's, as {@code name~incarnation}; empty before the first
   * @param attempt its number; 0 before the first
   * @param since since the latest attempt was sent; zero before the first
   * @param fault why the latest attempt came to nothing, if one did
   */
  public record Step(
      int stage,
      String handler,
      String role,
      String state,
      String node,
      int attempt,
      Duration since,
      Optional<Fault> fault) {}

  /**
   * Which messages are asked for.
   *
   * @param service those of this service only
   * @param node those of which a step is on a node of this name only
   * @param olderThan those admitted at least so long ago, whether they have ended or not
   * @param ended whether the latest that have ended are asked for too
   * @param limit the most that are told, 1 to {@value #MOST}
   * @param states those that are in one of these only; whatever state they are in if it is empty
   * @param reason those only in whose fault this stands, in whatever case: the message's, or one of
   *     a step that is under way
   */
  public record Filter(
      Optional<String> service,
      Optional<String> node,
      Duration olderThan,
      boolean ended,
      int limit,
      Set<State> states,
      Optional<String> reason) {
    /** The most messages that one question can be answered with. */
    public static final int MOST = 1000;

    /** All that are under way. */
    public static final Filter UNDER_WAY =
        new Filter(Optional.empty(), Optional.empty(), Duration.ZERO, false, MOST);

    /** Those of any state, with or without a fault. */
    public Filter(
        Optional<String> service,
        Optional<String> node,
        Duration olderThan,
        boolean ended,
        int limit) {
      this(service, node, olderThan, ended, limit, Set.of(), Optional.empty());
    }

    /** Whether any under way can be. */
    public boolean asksForUnderWay() {
      return states.isEmpty() || states.stream().anyMatch(State::isUnderWay);
    }

    /** Whether one in this state with such faults is. */
    public boolean asksFor(State ofState, Stream<Fault> faults) {
      return (states.isEmpty() || states.contains(ofState))
          && (reason.isEmpty() || faults.anyMatch(fault -> says(fault, reason.get())));
    }

    private static boolean says(Fault fault, String part) {
      return fault.toString().toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /** Whether one of this service is. */
    public boolean asksFor(String ofService) {
      return service.filter(s -> !s.equals(ofService)).isEmpty();
    }

    public Filter {
      states = Set.copyOf(states);
      if (limit < 1 || limit > MOST) {
        throw new IllegalArgumentException("limit=" + limit + "; 1 to " + MOST + " is allowed");
      }
      if (olderThan.isNegative()) {
        throw new IllegalArgumentException("olderThan=" + olderThan + "; 0 or more is allowed");
      }
    }
  }
}
