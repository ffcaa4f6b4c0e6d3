package org.dharch.servlet;

/** Thrown for a request or response whose body DHArch cannot process. */
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
