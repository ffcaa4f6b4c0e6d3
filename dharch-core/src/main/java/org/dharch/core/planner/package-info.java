/**
 * Finds better stages for an orchestration from measured handler times, and predicts the gain (seed
 * 000, section 3, equations 1 to 7).
 *
 * <p>May see: {@code message}, {@code orchestration}, {@code orchestration.rule}. Read next:
 * docs/planner.md.
 */
package org.dharch.core.planner;
