package org.dharch.ws;

/**
 * Thrown for a message that is for the other role of the processor's protocol, such as an
 * acknowledgement at a sink. The chain then calls the next processor.
 */
public final class IncorrectExchangeException extends WsException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the kind of message and the role that it is for
   */
  public IncorrectExchangeException(String message) {
    super(message, null);
  }
}
