package org.dharch.core.wire;

import org.dharch.core.message.MalformedMessageException;

/**
 * The version of all that a manager and its nodes say to each other: it stands in each frame and in
 * each DMFormat, and rises whenever one of their layouts changes. One of another version is
 * refused, never guessed at. Files have versions of their own.
 */
public final class WireVersion {
  /** What is spoken here. */
  public static final int SPOKEN = 9;

  private WireVersion() {}

  /**
   * That something on the wire is of the version that is spoken here.
   *
   * @throws MalformedMessageException if it is not
   */
  public static void check(int version) {
    if (version != SPOKEN) {
      throw new MalformedMessageException(
          "wire version " + version + "; " + SPOKEN + " is spoken here");
    }
  }
}
