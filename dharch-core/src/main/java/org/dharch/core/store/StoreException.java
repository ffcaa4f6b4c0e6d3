package org.dharch.core.store;

import org.dharch.core.message.DHArchException;

/**
 * Thrown when a store cannot be opened, read or written; the message names the place and the cause.
 */
public final class StoreException extends DHArchException {
  private static final long serialVersionUID = 1L;

  StoreException(String message) {
    super(message);
  }

  StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
