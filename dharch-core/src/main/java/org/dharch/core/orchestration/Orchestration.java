package org.dharch.core.orchestration;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The description of a message's handler execution (seed 000, section 3.2): stages in sequence, the
 * handlers of one stage in parallel, choices and repetitions. {@code Execution} carries it out.
 * Immutable.
 *
 * @param name its name in the document; empty only for {@link #NONE}
 * @param body the constructs, at least one handler; empty only for {@link #NONE}. An {@link
 *     OnFault} in it that is never taken is rejected, as in a document
 * @param deadline how long a message may take; the manager's default if empty
 * @param durable whether a one-way message is stored before it is acknowledged, and a failed one
 *     survives the manager
 * @param recovery what happens to a request-response message if the manager crashes
 * @param direct whether nodes forward the message to each other
 */
public record Orchestration(
    String name,
    Sequence body,
    Optional<Duration> deadline,
    boolean durable,
    CrashRecovery recovery,
    Direct direct) {
  /** How many handlers one message can meet at most, each repetition counted. */
  public static final int MAX_HANDLERS = 1000;

  /** How deep constructs may be nested. */
  public static final int MAX_DEPTH = 32;

  /** That of a message which only waits for its turn and then passes through. */
  public static final Orchestration NONE =
      new Orchestration(
          "", Sequence.EMPTY, Optional.empty(), false, CrashRecovery.NONE, Direct.AUTO);

  public Orchestration {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(recovery, "recovery");
    Objects.requireNonNull(direct, "direct");
    if (Constructs.isNothing(body) && !name.isEmpty()) {
      throw new IllegalArgumentException(
          "orchestration '" + name + "' must have at least one handler");
    }
    if (Constructs.mostDepth(body) > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "orchestration '" + name + "' must be nested at most " + MAX_DEPTH + " deep");
    }
    int handlers = Constructs.mostHandlers(body);
    if (handlers > MAX_HANDLERS) {
      throw new IllegalArgumentException(
          "orchestration '"
              + name
              + "' must have at most "
              + MAX_HANDLERS
              + " handlers, repetitions counted (got "
              + handlers
              + ")");
    }
    Optional<String> objection = EscapingFaults.neverTaken(body);
    if (objection.isPresent()) {
      throw new IllegalArgumentException("orchestration '" + name + "': " + objection.get());
    }
  }

  /** These constructs in sequence with no deadline of their own. */
  public static Orchestration of(String name, Construct... parts) {
    return new Orchestration(
        name, Sequence.of(parts), Optional.empty(), false, CrashRecovery.NONE, Direct.AUTO);
  }

  public Orchestration deadline(Duration value) {
    return new Orchestration(name, body, Optional.of(value), durable, recovery, direct);
  }

  public Orchestration durable(boolean value) {
    return new Orchestration(name, body, deadline, value, recovery, direct);
  }

  public Orchestration recovery(CrashRecovery value) {
    return new Orchestration(name, body, deadline, durable, value, direct);
  }

  public Orchestration direct(Direct value) {
    return new Orchestration(name, body, deadline, durable, recovery, value);
  }

  /** The names of all its handlers. */
  public Set<String> handlerNames() {
    Set<String> names = new TreeSet<>();
    Constructs.eachStage(body, stage -> stage.handlers().forEach(h -> names.add(h.name())));
    return names;
  }

  /**
   * Returns the paper's notation: <code>{A,B} {C,D} {E}</code>. A stage that ends with the first
   * handler that performs is written <code>{A|B}</code>, a choice <code>(?{A}|{B})</code>, a
   * repetition <code>3*({A})</code>, a sequence that catches faults <code>({A} {B}
   * !NOT_SERVED({C}))</code>, a stage of two branches <code>{{A} {B},{C}}</code>.
   */
  public String notation() {
    return Constructs.notation(body);
  }
}
