package org.dharch.ws;

/**
 * Thrown when a processor does not handle a message. The subclasses are the four kinds of
 * Pallickara et al., section 3.
 */
public abstract class WsException extends Exception {
  private static final long serialVersionUID = 1L;

  WsException(String message, Throwable cause) {
    super(message, cause);
  }
}
