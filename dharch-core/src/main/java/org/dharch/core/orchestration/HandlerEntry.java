package org.dharch.core.orchestration;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One handler in a stage (seed 000, sections 3.2 and 3.3). Immutable; each method returns a copy
 * with that one value changed.
 *
 * @param name the name under which nodes host it
 * @param failures the rules for its failures
 * @param oneway whether no stage waits for it; it changes nothing, and its failure halts nothing
 * @param timeToStart how long it may wait in the node's queue; the default if empty
 * @param timeToFinish how long one attempt may run; the default if empty
 * @param parts the parts of the message that it declares and that its node receives
 * @param completionCallback whether it is notified of the message's end
 * @param node the name of the only node it may run on; any node that hosts it if empty
 * @param mayRespond whether its result may respond to the message, or accept it, so that no later
 *     stage begins
 * @param affinity the value by which messages prefer the same node; none if empty
 */
public record HandlerEntry(
    String name,
    FailureRules failures,
    boolean oneway,
    Optional<Duration> timeToStart,
    Optional<Duration> timeToFinish,
    VisibleParts parts,
    boolean completionCallback,
    Optional<String> node,
    boolean mayRespond,
    Optional<Affinity> affinity) {

  public HandlerEntry {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(failures, "failures");
    Objects.requireNonNull(timeToStart, "timeToStart");
    Objects.requireNonNull(timeToFinish, "timeToFinish");
    Objects.requireNonNull(parts, "parts");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(affinity, "affinity");
  }

  /** A stateless handler that must perform, waits for its reply, and is not retried. */
  public static HandlerEntry of(String name) {
    return new HandlerEntry(
        name,
        FailureRules.DEFAULT,
        false,
        Optional.empty(),
        Optional.empty(),
        VisibleParts.ALL,
        false,
        Optional.empty(),
        false,
        Optional.empty());
  }

  /**
   * Returns the contradiction within this entry and the allowed values. A {@link Stage} rejects an
   * entry with a contradiction.
   */
  public Optional<String> contradiction() {
    return onewayContradiction()
        .or(failures::contradiction)
        .or(parts::contradiction)
        .map(text -> "handler '" + name + "' " + text);
  }

  private Optional<String> onewayContradiction() {
    if (oneway && failures.compensator().isPresent()) {
      return Optional.of("is oneway and has a compensator; its result is unknown: one of both");
    }
    if (oneway && parts.access().filter(access -> !access.writes().isEmpty()).isPresent()) {
      return Optional.of("must not declare writes, because it is oneway");
    }
    return oneway && mayRespond
        ? Optional.of("must not have mayRespond, because it is oneway")
        : Optional.empty();
  }

  /**
   * Whether a node may run it speculatively, before the manager confirms the message: a discarded
   * run must have no effects, and the result must not depend on the node.
   */
  public boolean mayRunSpeculatively() {
    return !failures.atomicity().stateful()
        && !oneway
        && parts.given().isEmpty()
        && !completionCallback
        && affinity.isEmpty();
  }

  /**
   * Whether its failure halts the message. A oneway handler's never does, regardless of {@code
   * mustPerform} (seed 000, section 3.3).
   */
  public boolean isRequired() {
    return failures.mustPerform() && !oneway;
  }

  public HandlerEntry mustPerform(boolean value) {
    return with(draft -> draft.mustPerform = value);
  }

  public HandlerEntry oneway(boolean value) {
    return with(draft -> draft.oneway = value);
  }

  public HandlerEntry retry(RetryPolicy value) {
    return with(draft -> draft.retry = value);
  }

  public HandlerEntry timeToStart(Duration value) {
    return with(draft -> draft.timeToStart = Optional.of(value));
  }

  public HandlerEntry timeToFinish(Duration value) {
    return with(draft -> draft.timeToFinish = Optional.of(value));
  }

  public HandlerEntry atomicity(Atomicity value) {
    return with(draft -> draft.atomicity = value);
  }

  public HandlerEntry compensator(String value) {
    return with(draft -> draft.compensator = Optional.of(value));
  }

  public HandlerEntry access(Access value) {
    return with(draft -> draft.access = Optional.of(value));
  }

  public HandlerEntry partial(boolean value) {
    return with(draft -> draft.partial = value);
  }

  public HandlerEntry completionCallback(boolean value) {
    return with(draft -> draft.completionCallback = value);
  }

  public HandlerEntry node(String value) {
    return with(draft -> draft.node = Optional.of(value));
  }

  public HandlerEntry mayRespond(boolean value) {
    return with(draft -> draft.mayRespond = value);
  }

  public HandlerEntry affinity(Affinity value) {
    return with(draft -> draft.affinity = Optional.of(value));
  }

  public HandlerEntry send(DeclaredPart... only) {
    return with(draft -> draft.send = Optional.of(Set.of(only)));
  }

  private HandlerEntry with(Consumer<Draft> change) {
    Draft draft = new Draft();
    change.accept(draft);
    return draft.build();
  }

  /** The values on their way from this entry to the next. */
  private final class Draft {
    boolean mustPerform = failures().mustPerform();
    boolean oneway = oneway();
    RetryPolicy retry = failures().retry();
    Optional<Duration> timeToStart = timeToStart();
    Optional<Duration> timeToFinish = timeToFinish();
    Atomicity atomicity = failures().atomicity();
    Optional<String> compensator = failures().compensator();
    Optional<Access> access = parts().access();
    boolean partial = parts().partial();
    boolean completionCallback = completionCallback();
    Optional<String> node = node();
    boolean mayRespond = mayRespond();
    Optional<Affinity> affinity = affinity();
    Optional<Set<DeclaredPart>> send = parts().send();

    HandlerEntry build() {
      return new HandlerEntry(
          name,
          new FailureRules(mustPerform, retry, atomicity, compensator),
          oneway,
          timeToStart,
          timeToFinish,
          new VisibleParts(access, partial, send),
          completionCallback,
          node,
          mayRespond,
          affinity);
    }
  }
}
