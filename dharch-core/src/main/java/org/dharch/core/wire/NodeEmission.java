package org.dharch.core.wire;

import java.util.Objects;
import org.dharch.api.Emission;

/**
 * An emission with the handler to notify of its outcomes.
 *
 * @param node the incarnation of the emitting node
 * @param handler the handler's name there
 */
public record NodeEmission(NodeId node, String handler, Emission emission) {
  public NodeEmission {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(emission, "emission");
  }

  /** The queue in which it waits for a manager. */
  public EmissionQueue queue() {
    return EmissionQueue.of(emission.target());
  }

  /** Without what is in it. */
  @Override
  public String toString() {
    return "emission " + emission.id() + " of '" + handler + "' on " + node;
  }
}
