package org.dharch.ws;

/**
 * Whether a service answers on the back-channel, to addresses, or as its client likes: the
 * AnonymousResponses and NonAnonymousResponses of WS-Addressing's policy (1.0, metadata, section
 * 3.1).
 */
public enum AnonymousUse {
  /** Either. */
  OPTIONAL,
  /** On the back-channel only. */
  REQUIRED,
  /** To addresses only. */
  PROHIBITED
}
