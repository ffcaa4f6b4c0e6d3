package org.dharch.ws;

/**
 * The message is of this processor's protocol, but not for its role: an acknowledgement at a sink.
 * It goes on to the next, which may have the other role, and is counted.
 */
public final class IncorrectExchangeException extends WsException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what the message is, and for whom
   */
  public IncorrectExchangeException(String message) {
    super(message, null);
  }
}
