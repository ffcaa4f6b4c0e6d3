package org.dharch.ws;

/** The network, or what is behind it, did not do its part: the message is tried again later. */
public final class MessageFlowException extends WsException {
  private static final long serialVersionUID = 1L;

  public MessageFlowException(String message, Throwable cause) {
    super(message, cause);
  }
}
