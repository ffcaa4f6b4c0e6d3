/**
 * Starts, controls and measures libraries that take turns at the same operations, each in its own
 * process with its own class path. The measuring code in those processes is {@code
 * qa/peers/operations}.
 *
 * <p>Depends on the harness only.
 */
package org.dharch.benchmarks.contenders;
