package org.dharch.core.context;

/**
 * A duty cycle apart from the thread that runs it: {@link Conductor} in production, a test by hand.
 * Never blocks.
 */
public interface Agent {
  /** Does what there is to do, up to some bound; 0 if there was nothing. */
  int doWork();

  /** The time of its next work if no signal arrives before. */
  default long nextWake() {
    return Long.MAX_VALUE;
  }
}
