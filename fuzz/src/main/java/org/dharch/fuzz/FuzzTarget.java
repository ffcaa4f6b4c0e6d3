package org.dharch.fuzz;

/**
 * What bytes from outside go to. A target takes whatever it is given and ends in nothing but the
 * exceptions that are documented, which it catches itself: all else that it throws is a finding.
 */
@FunctionalInterface
public interface FuzzTarget {
  /** Takes one input. */
  void take(byte[] data) throws Exception;
}
