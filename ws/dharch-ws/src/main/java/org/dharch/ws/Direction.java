package org.dharch.ws;

/** The direction in which a message passes a processor. */
public enum Direction {
  /** Received from the network. */
  FROM_NETWORK,
  /** About to be sent. */
  FROM_APPLICATION
}
