/**
 * The suite {@code peers}: three situations in Axis2's own chain, Camel and DHArch.
 *
 * <p>Depends on the harness, the site and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.peers;
