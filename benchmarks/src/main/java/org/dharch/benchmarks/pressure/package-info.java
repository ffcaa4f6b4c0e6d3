/**
 * The suite {@code pressure}: what one message feels of busy cores, of large ones, of a thousand
 * nodes or rules and of other managers.
 *
 * <p>May see: the harness and what is measured. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.pressure;
