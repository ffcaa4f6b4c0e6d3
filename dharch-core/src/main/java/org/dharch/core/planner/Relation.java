package org.dharch.core.planner;

/**
 * How two handlers stand to each other.
 *
 * @param first the one that stands first in the document
 * @param kind whether they may share a stage, and if not, whether their order matters
 * @param reason why, in words
 */
public record Relation(String first, String second, Kind kind, String reason) {
  /** What follows for a plan. */
  public enum Kind {
    /** They may share a stage, in any order. */
    FREE,
    /** The first stays in an earlier stage than the second. */
    ORDERED,
    /** So it follows from others that stand between them. */
    CHAINED,
    /** Never in one stage, in any order. */
    APART
  }
}
