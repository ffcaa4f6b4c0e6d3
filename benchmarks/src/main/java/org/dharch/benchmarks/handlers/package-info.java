/**
 * The suite {@code handlers}: the paper's six configurations of five handlers (seed 000, section
 * 4.1, figures 4 to 6).
 *
 * <p>Depends on the harness, the site and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.handlers;
