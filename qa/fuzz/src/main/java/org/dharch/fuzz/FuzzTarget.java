package org.dharch.fuzz;

/**
 * A fuzzed entry point for external bytes. A target accepts any input and catches the documented
 * exceptions; every other exception is a finding.
 */
@FunctionalInterface
public interface FuzzTarget {
  /** Runs one input. */
  void take(byte[] data) throws Exception;
}
