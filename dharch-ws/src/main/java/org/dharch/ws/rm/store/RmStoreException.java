package org.dharch.ws.rm.store;

/** A store fails, or is none that can be used; says which, and why. */
public class RmStoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public RmStoreException(String message) {
    super(message);
  }

  public RmStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
