package org.dharch.cmanager.frame;

/** Thrown for a frame of an end with another encryption setting or another key. */
public final class OtherGuardException extends ForgedFrameException {
  private static final long serialVersionUID = 1L;

  private final String sender;

  private OtherGuardException(FrameHeader header, String reason) {
    super(reason);
    this.sender = header.sender();
  }

  /** The encryption differs from the configured one. */
  public static OtherGuardException encryption(FrameHeader header) {
    return new OtherGuardException(
        header,
        "a "
            + header.shown()
            + (header.encrypted()
                ? " is encrypted, and encrypt=false here"
                : " is not encrypted, and encrypt=true here")
            + "; both ends must use the same encrypt setting");
  }

  /** The signature is invalid. */
  static OtherGuardException signature(FrameHeader header) {
    return new OtherGuardException(
        header, "invalid signature of a " + header.shown() + "; both ends must use the same key");
  }

  /** The claimed sender; not verified. */
  String sender() {
    return sender;
  }
}
