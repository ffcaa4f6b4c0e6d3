package org.dharch.ws.jdbc;

/** Thrown when another node changed a row concurrently. The transaction was rolled back. */
public final class ConflictException extends StoreException {
  private static final long serialVersionUID = 1;

  /**
   * @param what the changed object, such as {@code the sequence urn:x}
   */
  public ConflictException(String what) {
    super(what + " was changed by another node concurrently");
  }
}
