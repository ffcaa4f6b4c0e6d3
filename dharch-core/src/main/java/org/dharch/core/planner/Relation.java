package org.dharch.core.planner;

/**
 * The relation of two handlers.
 *
 * @param first the one that is first in the document
 * @param kind whether they may share a stage, and if not, whether their order matters
 * @param reason the reason in words
 */
public record Relation(String first, String second, Kind kind, String reason) {
  /** The consequence for a plan. */
  public enum Kind {
    /** They may share a stage, in any order. */
    FREE,
    /** The first stays in an earlier stage than the second. */
    ORDERED,
    /** Follows from other handlers between them. */
    CHAINED,
    /** Never in one stage, in any order. */
    APART
  }
}
