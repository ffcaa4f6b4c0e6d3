package org.dharch.ws.rm.engine;

/** A node dies in the middle of what it does. */
final class Crash extends RuntimeException {
  private static final long serialVersionUID = 1;

  Crash() {
    super("crash", null, false, false);
  }
}
