/**
 * The suite {@code model}: predictions of the planner (seed 000, equations 1 to 7) against
 * measurements.
 *
 * <p>Depends on the harness, the site and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.model;
