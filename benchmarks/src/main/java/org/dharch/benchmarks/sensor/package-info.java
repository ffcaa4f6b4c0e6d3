/**
 * The suite {@code specs-real}: table 1 of seed 000 with real handlers, a resource in PostgreSQL
 * and subscribers over HTTP.
 *
 * <p>Depends on the harness, the site and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.sensor;
