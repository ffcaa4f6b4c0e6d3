package org.dharch.core.orchestration;

import java.util.List;

/**
 * Constructs one after another.
 *
 * @param parts in the order of execution; may be empty: then there is nothing to do
 */
public record Sequence(List<Construct> parts) implements Construct {
  /** Nothing to do. */
  public static final Sequence EMPTY = new Sequence(List.of());

  public Sequence {
    parts = List.copyOf(parts);
  }

  public static Sequence of(Construct... parts) {
    return new Sequence(List.of(parts));
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }
}
