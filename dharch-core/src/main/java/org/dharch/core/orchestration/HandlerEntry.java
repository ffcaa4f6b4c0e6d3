package org.dharch.core.orchestration;

import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One handler in a stage (seed 000, sections 3.2 and 3.3). Immutable; each method returns a copy
 * with that one value changed.
 *
 * @param name the name under which nodes host it
 * @param mustPerform whether its failure halts the message (true) or is skipped
 * @param oneway whether no stage waits for it; it changes nothing, and its failure halts nothing
 * @param retry how a failed attempt is repeated
 * @param timeToStart how long it may wait in the node's queue; the default if empty
 * @param timeToFinish how long one attempt may run; the default if empty
 * @param atomicity the effects of a failed attempt
 * @param compensator the handler that compensates it when the message halts, and before a
 *     quasi-atomic one is tried again
 * @param access what it reads and writes; unknown if empty
 * @param partial whether the node is given only the parts that it reads or writes
 * @param completionCallback whether it is notified of the message's end
 * @param node the name of the only node it may run on; any node that hosts it if empty
 * @param mayRespond whether its result may respond to the message, or accept it, so that no later
 *     stage begins
 * @param send the only parts that its node is given, as the orchestration says; as {@code partial}
 *     says if empty
 * @param affinity the value by which messages prefer the same node; none if empty
 */
public record HandlerEntry(
    String name,
    boolean mustPerform,
    boolean oneway,
    RetryPolicy retry,
    Optional<Duration> timeToStart,
    Optional<Duration> timeToFinish,
    Atomicity atomicity,
    Optional<String> compensator,
    Optional<Access> access,
    boolean partial,
    boolean completionCallback,
    Optional<String> node,
    boolean mayRespond,
    Optional<Affinity> affinity,
    Optional<Set<DeclaredPart>> send) {

  public HandlerEntry {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(retry, "retry");
    Objects.requireNonNull(timeToStart, "timeToStart");
    Objects.requireNonNull(timeToFinish, "timeToFinish");
    Objects.requireNonNull(atomicity, "atomicity");
    Objects.requireNonNull(compensator, "compensator");
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(affinity, "affinity");
    send = send.map(Set::copyOf);
  }

  /** A stateless handler that must perform, waits for its reply, and is not retried. */
  public static HandlerEntry of(String name) {
    return new HandlerEntry(
        name,
        true,
        false,
        RetryPolicy.NONE,
        Optional.empty(),
        Optional.empty(),
        Atomicity.STATELESS,
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Returns the contradiction within this entry and the allowed values. A {@link Stage} rejects an
   * entry with a contradiction.
   */
  public Optional<String> contradiction() {
    if (oneway && compensator.isPresent()) {
      return problem("is oneway and has a compensator; its result is unknown: one of both");
    }
    if (oneway && access.isPresent() && !access.get().writes().isEmpty()) {
      return problem("must not declare writes, because it is oneway");
    }
    if (oneway && mayRespond) {
      return problem("must not have mayRespond, because it is oneway");
    }
    if (atomicity == Atomicity.STATELESS && compensator.isPresent()) {
      return problem("must be atomic or quasi-atomic, because it has a compensator");
    }
    if (atomicity == Atomicity.QUASI_ATOMIC && compensator.isEmpty()) {
      return problem("must have a compensator, because it is quasi-atomic");
    }
    if (atomicity == Atomicity.NON_ATOMIC && compensator.isPresent()) {
      return problem("must have no compensator, because it is non-atomic");
    }
    if (atomicity == Atomicity.NON_ATOMIC && retry.retries() > 0) {
      return problem("must have retries=0, because it is non-atomic (got " + retry.retries() + ")");
    }
    if (partial && access.isEmpty()) {
      return problem("must declare reads or writes, because it is partial");
    }
    return send.flatMap(this::unsent);
  }

  /** Returns the declared parts that its node does not receive. */
  private Optional<String> unsent(Set<DeclaredPart> parts) {
    if (partial) {
      return problem("must not have a send, because it is partial");
    }
    return access.stream()
        .flatMap(a -> Stream.concat(a.reads().stream(), a.writes().stream()))
        .filter(part -> parts.stream().noneMatch(sent -> sent.includes(part)))
        .sorted()
        .findFirst()
        .flatMap(part -> problem("reads or writes " + part + ", which its send must name"));
  }

  /** The only parts that its node is given; all of the message if empty. */
  public Optional<Set<DeclaredPart>> given() {
    if (!partial) {
      return send;
    }
    Set<DeclaredPart> declared = new HashSet<>();
    access.ifPresent(
        a -> {
          declared.addAll(a.reads());
          declared.addAll(a.writes());
        });
    return Optional.of(declared);
  }

  /**
   * Whether it is given the body, or something of it: how much that is, is not known before. One
   * that is {@link #partial}, or has a {@link #send}, may be given other parts only.
   */
  public boolean seesBody() {
    return given().map(Access::touchesBody).orElse(true);
  }

  /**
   * Whether a node may run it speculatively, before the manager confirms the message: a discarded
   * run must have no effects, and the result must not depend on the node.
   */
  public boolean mayRunSpeculatively() {
    return !atomicity.stateful()
        && !oneway
        && given().isEmpty()
        && !completionCallback
        && affinity.isEmpty();
  }

  /**
   * Whether its failure halts the message. A oneway handler's never does, regardless of {@code
   * mustPerform} (seed 000, section 3.3).
   */
  public boolean isRequired() {
    return mustPerform && !oneway;
  }

  private Optional<String> problem(String what) {
    return Optional.of("handler '" + name + "' " + what);
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

  public HandlerEntry send(DeclaredPart... parts) {
    return with(draft -> draft.send = Optional.of(Set.of(parts)));
  }

  private HandlerEntry with(Consumer<Draft> change) {
    Draft draft = new Draft();
    change.accept(draft);
    return draft.build();
  }

  /** The values on their way from this entry to the next. */
  private final class Draft {
    boolean mustPerform = mustPerform();
    boolean oneway = oneway();
    RetryPolicy retry = retry();
    Optional<Duration> timeToStart = timeToStart();
    Optional<Duration> timeToFinish = timeToFinish();
    Atomicity atomicity = atomicity();
    Optional<String> compensator = compensator();
    Optional<Access> access = access();
    boolean partial = partial();
    boolean completionCallback = completionCallback();
    Optional<String> node = node();
    boolean mayRespond = mayRespond();
    Optional<Affinity> affinity = affinity();
    Optional<Set<DeclaredPart>> send = send();

    HandlerEntry build() {
      return new HandlerEntry(
          name,
          mustPerform,
          oneway,
          retry,
          timeToStart,
          timeToFinish,
          atomicity,
          compensator,
          access,
          partial,
          completionCallback,
          node,
          mayRespond,
          affinity,
          send);
    }
  }
}
