package org.dharch.ws.security;

/** Thrown when a replay key cannot be stored: the store is full or its database fails. */
final class ReplaysFullException extends Exception {
  private static final long serialVersionUID = 1L;

  ReplaysFullException(String message) {
    super(message);
  }

  ReplaysFullException(String message, Throwable cause) {
    super(message, cause);
  }
}
