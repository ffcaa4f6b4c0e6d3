package org.dharch.cmanager.options;

import org.dharch.core.message.DHArchException;

/** Thrown when the transport cannot be set up; the message names the option or address. */
public final class CManagerException extends DHArchException {
  private static final long serialVersionUID = 1L;

  public CManagerException(String message) {
    super(message);
  }

  public CManagerException(String message, Throwable cause) {
    super(message, cause);
  }
}
