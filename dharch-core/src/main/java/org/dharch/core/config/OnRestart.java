package org.dharch.core.config;

/** What a restarted manager does with a message of its earlier incarnation. */
public enum OnRestart {
  /** Nothing: it knows nothing of it. */
  DISCARD,
  /** The message continues. */
  RESUME,
  /** It compensates what the message's handlers did. */
  COMPENSATE
}
