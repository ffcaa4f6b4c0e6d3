package org.dharch.core.config;

/** A restarted manager's treatment of a message of its earlier incarnation. */
public enum OnRestart {
  /** Nothing: it knows nothing of it. */
  DISCARD,
  /** The message continues. */
  RESUME,
  /** It compensates what the message's handlers did. */
  COMPENSATE
}
