/**
 * The suite {@code ready-handlers}: what each ready-made handler costs, beside the same work in
 * CXF.
 *
 * <p>May see: the harness, the contenders and what it measures. A reader goes on with
 * docs/benchmarks.
 */
package org.dharch.benchmarks.ready;
