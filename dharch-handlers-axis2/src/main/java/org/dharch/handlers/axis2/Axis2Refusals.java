package org.dharch.handlers.axis2;

import java.util.Optional;
import org.apache.axis2.dispatchers.AbstractOperationDispatcher;
import org.apache.axis2.dispatchers.AbstractServiceDispatcher;
import org.apache.axis2.engine.AbstractDispatcher;
import org.apache.axis2.engine.Phase;
import org.apache.axis2.kernel.TransportSender;

/** Determines which Axis2 handlers cannot work outside their container. */
final class Axis2Refusals {
  private Axis2Refusals() {}

  /** The reason against {@code type}; empty if there is none. */
  static Optional<String> reason(Class<?> type) {
    if (AbstractDispatcher.class.isAssignableFrom(type)
        || AbstractServiceDispatcher.class.isAssignableFrom(type)
        || AbstractOperationDispatcher.class.isAssignableFrom(type)) {
      return Optional.of(
          "it is a dispatcher, and the service and operation objects it finds cannot travel");
    }
    if (Phase.class.isAssignableFrom(type)) {
      return Optional.of("it is a phase, which belongs to its container's chain");
    }
    if (TransportSender.class.isAssignableFrom(type)) {
      return Optional.of("it is a transport sender, which owns its container's connection");
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().startsWith("org.apache.rampart.")) {
        return Optional.of(
            "it is a Rampart handler, which lets every message pass unchecked where its module is"
                + " not engaged, as on a node");
      }
      if (c.getName().startsWith("org.apache.axis2.jaxws.")) {
        return Optional.of("it needs the JAX-WS description of a service, which cannot travel");
      }
    }
    return Optional.empty();
  }
}
