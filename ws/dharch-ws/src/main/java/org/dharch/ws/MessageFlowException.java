package org.dharch.ws;

/** Thrown when the network or a store fails. The message is retried later. */
public final class MessageFlowException extends WsException {
  private static final long serialVersionUID = 1L;

  public MessageFlowException(String message, Throwable cause) {
    super(message, cause);
  }
}
