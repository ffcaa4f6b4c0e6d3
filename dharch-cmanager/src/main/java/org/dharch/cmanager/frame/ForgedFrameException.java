package org.dharch.cmanager.frame;

/** A frame that the namespace key did not make, or that was made for another or before. */
public class ForgedFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Without a stack trace, because an unauthenticated client may cause many. */
  public ForgedFrameException(String message) {
    super(message, null, false, false);
  }
}
