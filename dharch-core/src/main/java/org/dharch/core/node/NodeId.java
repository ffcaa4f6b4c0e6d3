package org.dharch.core.node;

import java.util.Objects;

/**
 * One life of one node: a node that is started again has a new incarnation, so that nothing sent to
 * the old one is taken for the new one's.
 *
 * @param name the name in the node document
 * @param incarnation letters and digits, new at every start
 */
public record NodeId(String name, String incarnation) {
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

  @Override
  public String toString() {
    return name + "~" + incarnation;
  }
}
