/**
 * Finds better stages for an orchestration from how long its handlers take, and predicts what they
 * save (seed 000, section 3, equations 1 to 7).
 *
 * <p>May see: {@code message}, {@code orchestration}. A reader goes on with docs/planner.md.
 */
package org.dharch.core.planner;
