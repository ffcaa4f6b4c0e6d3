/**
 * Seed 003 measured again: a bookstore whose requests share its processors, come first come first
 * served, or the shortest first; docs/benchmarks/scheduling.md.
 */
package org.dharch.benchmarks.scheduling;
