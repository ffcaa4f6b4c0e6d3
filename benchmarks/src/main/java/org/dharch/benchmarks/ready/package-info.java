/**
 * The suite {@code ready-handlers}: the cost of each ready-made handler against the same work in
 * CXF.
 *
 * <p>Depends on the harness, the contenders and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.ready;
