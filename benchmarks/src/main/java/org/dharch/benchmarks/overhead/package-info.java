/**
 * The suite {@code overhead}: the cost of a stage in DHArch against the same work without it.
 *
 * <p>Depends on the harness, the site and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.overhead;
