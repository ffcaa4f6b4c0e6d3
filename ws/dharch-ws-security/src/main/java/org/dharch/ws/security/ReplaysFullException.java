package org.dharch.ws.security;

/** Thrown when a replay key cannot be stored. */
final class ReplaysFullException extends Exception {
  private static final long serialVersionUID = 1L;

  ReplaysFullException(String message) {
    super(message);
  }

  ReplaysFullException(String message, Throwable cause) {
    super(message, cause);
  }
}
