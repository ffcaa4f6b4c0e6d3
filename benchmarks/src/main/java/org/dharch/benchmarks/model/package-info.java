/**
 * The suite {@code model}: whether what the planner predicts (seed 000, equations 1 to 7) is what
 * is measured.
 *
 * <p>May see: the harness, the site and what it measures. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.model;
