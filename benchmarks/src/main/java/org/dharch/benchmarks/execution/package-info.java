/**
 * The suite {@code execution}: what a step of the state machine, a merge and a message in flight
 * cost.
 *
 * <p>May see: the harness, the site and what it measures. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.execution;
