package org.dharch.core.config;

/** What a later life of the manager does about a message, should this one end. */
public enum OnRestart {
  /** Nothing: it knows nothing of it. */
  DISCARD,
  /** It goes on with the message. */
  RESUME,
  /** It compensates what the message's handlers did. */
  COMPENSATE
}
