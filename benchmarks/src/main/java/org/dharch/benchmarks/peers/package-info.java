/**
 * The suite {@code peers}: the same three situations in Axis2's own chain, Camel and DHArch.
 *
 * <p>May see: the harness, the site and what it measures. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.peers;
