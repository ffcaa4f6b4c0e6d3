package org.dharch.core.message;

/**
 * Base of the unchecked exceptions of DHArch; the message names the place and the allowed values.
 */
public class DHArchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DHArchException(String message) {
    super(message);
  }

  public DHArchException(String message, Throwable cause) {
    super(message, cause);
  }
}
