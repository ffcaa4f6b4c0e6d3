package org.dharch.core.orchestration;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.dharch.core.message.Fault;

/**
 * The alternative to halting when a handler that must perform fails (the catch of seed 002). It
 * runs after the effects of its {@link Sequence} are compensated. Immutable.
 *
 * @param codes the kinds of failure that it handles, of {@link #CODES}; all of these if empty
 * @param body the sequence that runs then; at least one handler
 */
public record OnFault(Set<Fault.Code> codes, Sequence body) {
  /** The kinds of failure of a handler. Failures of the message as a whole are never caught. */
  public static final Set<Fault.Code> CODES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Fault.Code.HANDLER_FAILED,
              Fault.Code.HANDLER_TIMED_OUT,
              Fault.Code.NOT_SERVED,
              Fault.Code.CONFLICT,
              Fault.Code.TOO_LARGE));

  public OnFault {
    Objects.requireNonNull(body, "body");
    codes = codes.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(codes));
    if (!CODES.containsAll(codes)) {
      throw new IllegalArgumentException(
          "an onFault must be for some of " + CODES + " (got " + codes + ")");
    }
    if (Constructs.isNothing(body)) {
      throw new IllegalArgumentException("an onFault must have at least one handler");
    }
  }

  /** Creates one for every kind of failure. */
  public static OnFault any(Construct... body) {
    return new OnFault(Set.of(), Sequence.of(body));
  }

  /** Whether it is for a failure of this kind. */
  public boolean catches(Fault.Code code) {
    return codes.isEmpty() ? CODES.contains(code) : codes.contains(code);
  }

  /** The kinds of failure in words. */
  public String codesText() {
    return codes.isEmpty()
        ? "any fault"
        : String.join(", ", codes.stream().map(Fault.Code::name).toList());
  }
}
