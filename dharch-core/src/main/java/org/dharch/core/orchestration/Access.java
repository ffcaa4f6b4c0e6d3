package org.dharch.core.orchestration;

import java.util.Optional;
import java.util.Set;

/**
 * The parts that a handler declares to read and to write (design, "Parts, partial execution,
 * merge"). A handler may read the parts that it writes.
 */
public record Access(Set<DeclaredPart> reads, Set<DeclaredPart> writes) {
  public Access {
    reads = Set.copyOf(reads);
    writes = Set.copyOf(writes);
  }

  public static Access of(Set<DeclaredPart> reads, Set<DeclaredPart> writes) {
    return new Access(reads, writes);
  }

  /** Whether the body, or something of it, is among {@code parts}. */
  static boolean touchesBody(Set<DeclaredPart> parts) {
    return parts.stream()
        .anyMatch(
            part -> part instanceof DeclaredPart.Body || part instanceof DeclaredPart.Element);
  }

  /** The first part that one of the two writes and the other reads or writes. */
  public Optional<DeclaredPart> conflict(Access other) {
    return written(writes, other.writes)
        .or(() -> written(writes, other.reads))
        .or(() -> written(other.writes, reads));
  }

  private static Optional<DeclaredPart> written(Set<DeclaredPart> writes, Set<DeclaredPart> used) {
    return writes.stream().filter(w -> used.stream().anyMatch(w::overlaps)).sorted().findFirst();
  }
}
