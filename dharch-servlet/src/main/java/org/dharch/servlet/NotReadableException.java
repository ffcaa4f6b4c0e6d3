package org.dharch.servlet;

/** The body of a request or a response is not what DHArch can take; the message says why. */
final class NotReadableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  NotReadableException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The HTTP status for a request. */
  int status() {
    return status;
  }
}
