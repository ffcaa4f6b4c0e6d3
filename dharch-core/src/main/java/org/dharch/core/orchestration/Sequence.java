package org.dharch.core.orchestration;

import java.util.ArrayList;
import java.util.List;

/**
 * Constructs in sequence.
 *
 * @param parts in the order of execution; may be empty
 * @param faults the alternatives to halting if a handler in {@code parts} fails that must perform:
 *     the first that matches the failure runs; may be empty
 */
public record Sequence(List<Construct> parts, List<OnFault> faults) implements Construct {
  /** Nothing to do. */
  public static final Sequence EMPTY = of(List.of());

  public Sequence {
    parts = List.copyOf(parts);
    faults = List.copyOf(faults);
  }

  /** Returns a sequence that catches no fault. */
  public static Sequence of(List<Construct> parts) {
    return new Sequence(parts, List.of());
  }

  public static Sequence of(Construct... parts) {
    return of(List.of(parts));
  }

  /** Returns this sequence with another fault sequence, tried after the existing ones. */
  public Sequence onFault(OnFault fault) {
    List<OnFault> more = new ArrayList<>(faults);
    more.add(fault);
    return new Sequence(parts, more);
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Whether it has a fault sequence. */
  public boolean catches() {
    return !faults.isEmpty();
  }
}
