package org.dharch.core.message;

/** Base of the unchecked exceptions of DHArch; the message names the place and what is allowed. */
public class DHArchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DHArchException(String message) {
    super(message);
  }

  public DHArchException(String message, Throwable cause) {
    super(message, cause);
  }
}
