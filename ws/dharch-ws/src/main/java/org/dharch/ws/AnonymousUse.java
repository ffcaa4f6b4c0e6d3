package org.dharch.ws;

/**
 * The endpoints to which a service may send responses: the assertions AnonymousResponses and
 * NonAnonymousResponses (WS-Addressing 1.0, metadata, section 3.1).
 */
public enum AnonymousUse {
  /** Any endpoint that the client chooses. */
  OPTIONAL,
  /** The back-channel only. */
  REQUIRED,
  /** Only endpoints with an address. */
  PROHIBITED
}
