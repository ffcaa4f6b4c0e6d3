package org.dharch.cmanager.frame;

/** A frame that is encrypted where none may be, or is not where all must be. */
public final class OtherGuardException extends ForgedFrameException {
  private static final long serialVersionUID = 1L;

  public OtherGuardException(FrameHeader header) {
    super(
        "a "
            + header.shown()
            + (header.encrypted()
                ? " is encrypted, and encrypt=false here"
                : " is not encrypted, and encrypt=true here")
            + "; managers and nodes have to say the same");
  }
}
