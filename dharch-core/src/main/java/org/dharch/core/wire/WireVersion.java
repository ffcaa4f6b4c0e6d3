package org.dharch.core.wire;

import org.dharch.core.message.MalformedMessageException;

/**
 * The version of everything that managers and nodes send to each other. Each frame and each
 * DMFormat contains it. It rises whenever one of their layouts changes. Files have versions of
 * their own.
 */
public final class WireVersion {
  public static final int CURRENT = 1;

  private WireVersion() {}

  /**
   * Checks the version of something received.
   *
   * @throws MalformedMessageException if it is not the current one
   */
  public static void check(int version) {
    if (version != CURRENT) {
      throw new MalformedMessageException(
          "wire version must be " + CURRENT + " (got " + version + ")");
    }
  }
}
