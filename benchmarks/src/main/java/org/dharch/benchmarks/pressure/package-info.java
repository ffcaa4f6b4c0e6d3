/**
 * The suite {@code pressure}: the effect on a message of busy cores, large messages, a thousand
 * nodes or rules, and other managers.
 *
 * <p>Depends on the harness and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.pressure;
