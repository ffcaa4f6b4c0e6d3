package org.dharch.ws.rm.engine;

/** A rule of the simulation does not hold. */
final class Broken extends RuntimeException {
  private static final long serialVersionUID = 1;

  final int rule;

  Broken(int rule, String what) {
    super("rule " + rule + ": " + what);
    this.rule = rule;
  }
}
