package org.dharch.ws;

/** Thrown for a message that the processor does not handle. The chain calls the next processor. */
public final class UnknownMessageException extends WsException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the kind of message
   */
  public UnknownMessageException(String message) {
    super(message, null);
  }
}
