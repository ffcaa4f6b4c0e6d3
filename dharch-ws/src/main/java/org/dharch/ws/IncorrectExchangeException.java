package org.dharch.ws;

/**
 * Thrown for a message that belongs to the processor's protocol but to the other role, such as an
 * acknowledgement at a sink. The chain counts it and asks the next processor.
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
