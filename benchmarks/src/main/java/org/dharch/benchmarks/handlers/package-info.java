/**
 * The suite {@code handlers}: the paper's six configurations of five handlers (seed 000, section
 * 4.1, figures 4 to 6).
 *
 * <p>May see: the harness, the site and what it measures. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.handlers;
