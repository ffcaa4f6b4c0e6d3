package org.dharch.ws;

/**
 * The destination of a service's responses: the AnonymousResponses and NonAnonymousResponses
 * assertions (WS-Addressing 1.0, metadata, section 3.1).
 */
public enum AnonymousUse {
  /** The client chooses. */
  OPTIONAL,
  /** The back-channel only. */
  REQUIRED,
  /** Addresses only. */
  PROHIBITED
}
