package org.dharch.cmanager.frame;

/** Thrown for a frame whose encryption differs from the configured one. */
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
