package org.dharch.core.message;

/** Bytes that are not what they should be: not a DMFormat, not a SOAP envelope, or past a limit. */
public class MalformedMessageException extends DHArchException {
  private static final long serialVersionUID = 1L;

  public MalformedMessageException(String message) {
    super(message);
  }

  public MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
  }
}
