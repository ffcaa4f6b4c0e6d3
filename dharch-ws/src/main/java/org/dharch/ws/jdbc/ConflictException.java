package org.dharch.ws.jdbc;

/** Another node changed a row meanwhile; nothing was done. */
public final class ConflictException extends StoreException {
  private static final long serialVersionUID = 1;

  /**
   * @param what was changed, as in a sentence: {@code the sequence urn:x}
   */
  public ConflictException(String what) {
    super(what + " was changed by another node meanwhile");
  }
}
