package org.dharch.core.wire;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Objects;

/**
 * One life of one node: a node that is started again has a new incarnation, so that nothing sent to
 * the old one is taken for the new one's.
 *
 * @param name the name in the node document
 * @param incarnation letters and digits, new at every start; of a later start the longer, or the
 *     later in the alphabet
 */
public record NodeId(String name, String incarnation) {
  private static final SecureRandom RANDOM = new SecureRandom();

  public NodeId {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(incarnation, "incarnation");
  }

  /**
   * Reads what {@link #toString()} wrote.
   *
   * @throws IllegalArgumentException if there is no {@code ~} in it
   */
  public static NodeId parse(String text) {
    int tilde = text.lastIndexOf('~');
    if (tilde <= 0 || tilde == text.length() - 1) {
      throw new IllegalArgumentException("node id '" + text + "'; name~incarnation is allowed");
    }
    return new NodeId(text.substring(0, tilde), text.substring(tilde + 1));
  }

  /** An incarnation for a life that begins now, by this machine's clock. */
  public static String incarnationNow() {
    return String.format(
        Locale.ROOT, "%011x%05x", System.currentTimeMillis(), RANDOM.nextInt(1 << 20));
  }

  /**
   * Whether this life began before {@code other} of the same node; not to be relied on if the clock
   * was set back between.
   */
  public boolean beganBefore(NodeId other) {
    int longer = Integer.compare(incarnation.length(), other.incarnation.length());
    return longer != 0 ? longer < 0 : incarnation.compareTo(other.incarnation) < 0;
  }

  @Override
  public String toString() {
    return name + "~" + incarnation;
  }
}
