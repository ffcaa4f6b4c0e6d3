package org.dharch.core.message;

/** Puts changed parts into the bytes of a message; what nobody touched stays byte for byte. */
public final class Merge {
  private Merge() {}

  /**
   * {@code envelope} with {@code changes} applied.
   *
   * @param envelope the SOAP envelope in UTF-8; not written to
   * @return the same array if the envelope is not touched
   * @throws MalformedMessageException if a changed part is not in the envelope, a new part is not
   *     one well-formed element, or the envelope is not one
   */
  public static byte[] apply(byte[] envelope, Changes changes, Limits limits) {
    throw new UnsupportedOperationException("being written");
  }

  public static byte[] applyAll(byte[] envelope, java.util.List<Changes> changes, Limits limits) {
    throw new UnsupportedOperationException("being written");
  }

  public static java.util.Optional<String> conflict(Changes a, Changes b) {
    throw new UnsupportedOperationException("being written");
  }

  public static java.util.Set<HeaderRef> shift(
      java.util.Set<HeaderRef> processed, Changes changes) {
    throw new UnsupportedOperationException("being written");
  }
}
