package org.dharch.ws;

/** From where a message comes to a processor. */
public enum Direction {
  /** It was received. */
  FROM_NETWORK,
  /** It is about to be sent. */
  FROM_APPLICATION
}
