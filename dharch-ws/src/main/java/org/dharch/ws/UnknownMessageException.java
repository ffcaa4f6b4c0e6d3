package org.dharch.ws;

/** The message is none of this processor's: it goes on to the next. */
public final class UnknownMessageException extends WsException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what the message is
   */
  public UnknownMessageException(String message) {
    super(message, null);
  }
}
