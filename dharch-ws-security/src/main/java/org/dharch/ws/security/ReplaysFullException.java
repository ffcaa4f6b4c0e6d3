package org.dharch.ws.security;

/** What may come once only cannot be remembered: there is no room, or no data base. */
final class ReplaysFullException extends Exception {
  private static final long serialVersionUID = 1L;

  ReplaysFullException(String message) {
    super(message);
  }

  ReplaysFullException(String message, Throwable cause) {
    super(message, cause);
  }
}
