package org.dharch.ws.rm.store;

import org.dharch.core.message.DHArchException;

/** A store fails, or is none that can be used; says which, and why. */
public class RmStoreException extends DHArchException {
  private static final long serialVersionUID = 1;

  public RmStoreException(String message) {
    super(message);
  }

  public RmStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
