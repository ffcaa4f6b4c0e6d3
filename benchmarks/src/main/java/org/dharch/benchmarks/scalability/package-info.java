/**
 * Seed 000's figures 8 to 10 measured again: Logger, Monitor and Format Converter at rates up to
 * three times what can be carried; docs/benchmarks/scalability.md.
 */
package org.dharch.benchmarks.scalability;
