package org.dharch.core.message;

/** Invalid bytes: not a DMFormat, not a SOAP envelope, or beyond a limit. */
public class MalformedMessageException extends DHArchException {
  private static final long serialVersionUID = 1L;

  public MalformedMessageException(String message) {
    super(message);
  }

  public MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
  }
}
