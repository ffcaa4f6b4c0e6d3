/**
 * Measurements of seed 003: a bookstore whose requests share its processors, run first come first
 * served, or shortest first. See docs/benchmarks/scheduling.md.
 */
package org.dharch.benchmarks.scheduling;
