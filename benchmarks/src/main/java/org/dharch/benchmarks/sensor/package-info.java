/**
 * The suite {@code specs-real}: table 1 of seed 000 with the handlers themselves, a resource in
 * PostgreSQL and subscribers over HTTP.
 *
 * <p>May see: the harness, the site and what it measures. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.sensor;
