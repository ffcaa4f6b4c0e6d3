/**
 * The suite {@code specs}: two handlers of WS-specifications, sequential and parallel (seed 000,
 * section 4.2, table 1).
 *
 * <p>Depends on the harness, the site and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.specs;
