/**
 * The suite {@code overhead}: what a stage in DHArch costs beside the same work without it.
 *
 * <p>May see: the harness, the site and what it measures. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.overhead;
