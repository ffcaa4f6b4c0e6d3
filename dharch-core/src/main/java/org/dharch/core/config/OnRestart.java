package org.dharch.core.config;

/** The treatment of messages of an earlier incarnation by a restarted manager. */
public enum OnRestart {
  /** The manager does not continue or compensate the message. */
  DISCARD,
  /** The message continues. */
  RESUME,
  /** The manager compensates the message's handlers. */
  COMPENSATE
}
