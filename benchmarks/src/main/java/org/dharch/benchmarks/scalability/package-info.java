/**
 * Seed 000's figures 8 to 10: Logger, Monitor and Format Converter at rates up to three times the
 * capacity. See docs/benchmarks/scalability.md.
 */
package org.dharch.benchmarks.scalability;
