package org.dharch.cmanager.frame;

/** Thrown for a frame with an invalid signature, another addressee, or a repeated number. */
public class ForgedFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates one without a stack trace, because an unauthenticated client may cause many. */
  public ForgedFrameException(String message) {
    super(message, null, false, false);
  }
}
