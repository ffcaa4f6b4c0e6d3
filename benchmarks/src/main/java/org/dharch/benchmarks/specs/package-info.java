/**
 * The suite {@code specs}: two handlers of WS-specifications, one after another and side by side
 * (seed 000, section 4.2, table 1).
 *
 * <p>May see: the harness, the site and what it measures. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.specs;
