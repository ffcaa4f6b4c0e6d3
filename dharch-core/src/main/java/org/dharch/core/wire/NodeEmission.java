package org.dharch.core.wire;

import java.util.Objects;
import org.dharch.api.Emission;

/**
 * An emission, and who is to hear what became of it.
 *
 * @param node the life of a node whose handler emits it
 * @param handler the handler's name there
 */
public record NodeEmission(NodeId node, String handler, Emission emission) {
  public NodeEmission {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(emission, "emission");
  }

  /** Where it is to wait for a manager. */
  public EmissionQueue queue() {
    return EmissionQueue.of(emission.target());
  }

  /** Without what is in it. */
  @Override
  public String toString() {
    return "emission " + emission.id() + " of '" + handler + "' on " + node;
  }
}
