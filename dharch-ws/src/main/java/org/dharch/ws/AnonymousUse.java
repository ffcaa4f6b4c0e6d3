package org.dharch.ws;

/**
 * Where a service sends responses, as the AnonymousResponses and NonAnonymousResponses assertions
 * state it (WS-Addressing 1.0, metadata, section 3.1).
 */
public enum AnonymousUse {
  /** The client chooses. */
  OPTIONAL,
  /** The back-channel only. */
  REQUIRED,
  /** Addresses only. */
  PROHIBITED
}
