package org.dharch.core.message;

/** Finds what a handler that works on a whole envelope has changed in it. */
public final class EnvelopeDiff {
  private EnvelopeDiff() {}

  /**
   * The smallest set of parts in which {@code after} differs from {@code before}; how it is written
   * (quotes, prefixes declared elsewhere, entities, empty tags) is no difference.
   *
   * @return {@link Changes#NONE} if there is no difference
   * @throws MalformedMessageException if {@code after} is not a SOAP envelope, or past a limit
   */
  public static Changes between(byte[] before, byte[] after, Limits limits) {
    throw new UnsupportedOperationException("being written");
  }
}
