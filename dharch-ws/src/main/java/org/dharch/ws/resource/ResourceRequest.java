package org.dharch.ws.resource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** What a message asks of a resource. */
sealed interface ResourceRequest {
  /** What only looks at the resource. */
  sealed interface Reading extends ResourceRequest {}

  /** What changes it, or ends it. */
  sealed interface Writing extends ResourceRequest {}

  /** The values of these properties; of one, or of several. */
  record Get(Wsrf.Operation operation, List<QName> names) implements Reading {}

  /**
   * What an expression selects.
   *
   * @param namespaces which prefix in it stands for which
   */
  record Query(Optional<String> dialect, String expression, Map<String, String> namespaces)
      implements Reading {
    @Override
    public Wsrf.Operation operation() {
      return Wsrf.Operation.QUERY_RESOURCE_PROPERTIES;
    }
  }

  /** The whole document. */
  record GetDocument() implements Reading {
    @Override
    public Wsrf.Operation operation() {
      return Wsrf.Operation.GET_RESOURCE_PROPERTY_DOCUMENT;
    }
  }

  /** Changes of properties, all of them or none. */
  record SetProperties(List<Modification> changes) implements Writing {
    @Override
    public Wsrf.Operation operation() {
      return Wsrf.Operation.SET_RESOURCE_PROPERTIES;
    }
  }

  /** Another document. */
  record PutDocument(String xml) implements Writing {
    @Override
    public Wsrf.Operation operation() {
      return Wsrf.Operation.PUT_RESOURCE_PROPERTY_DOCUMENT;
    }
  }

  /** Its end, now. */
  record Destroy() implements Writing {
    @Override
    public Wsrf.Operation operation() {
      return Wsrf.Operation.DESTROY;
    }
  }

  /**
   * Its end, then.
   *
   * @param isDuration whether {@code text} says how long from now; else it says when
   * @param text empty for never
   */
  record SetTerminationTime(boolean isDuration, String text) implements Writing {
    @Override
    public Wsrf.Operation operation() {
      return Wsrf.Operation.SET_TERMINATION_TIME;
    }
  }

  /** As which operation it was asked. */
  Wsrf.Operation operation();
}
