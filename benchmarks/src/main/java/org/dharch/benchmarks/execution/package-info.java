/**
 * The suite {@code execution}: the cost of a step of the state machine, of a merge and of a message
 * in flight.
 *
 * <p>Depends on the harness, the site and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.execution;
