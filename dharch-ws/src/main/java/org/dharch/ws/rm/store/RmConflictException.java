package org.dharch.ws.rm.store;

/** Another node changed a sequence meanwhile; nothing was done. */
public final class RmConflictException extends RmStoreException {
  private static final long serialVersionUID = 1;

  RmConflictException(String key) {
    super("the sequence " + key + " was changed by another node meanwhile");
  }
}
