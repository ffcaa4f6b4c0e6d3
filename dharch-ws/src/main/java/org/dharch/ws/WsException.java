package org.dharch.ws;

/**
 * Why a processor did not do its part with a message: one of the four kinds of Pallickara et al.,
 * section 3. All are checked.
 */
public abstract class WsException extends Exception {
  private static final long serialVersionUID = 1L;

  WsException(String message, Throwable cause) {
    super(message, cause);
  }
}
