package org.dharch.ws.resource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A request on a resource. */
sealed interface ResourceRequest {
  /** Requests that read the resource. */
  sealed interface Reading extends ResourceRequest {}

  /** Requests that change or terminate the resource. */
  sealed interface Writing extends ResourceRequest {}

  /** Reads the values of one or several properties. */
  record Get(List<QName> names) implements Reading {}

  /**
   * Evaluates an expression.
   *
   * @param namespaces the prefixes that it uses
   */
  record Query(Optional<String> dialect, String expression, Map<String, String> namespaces)
      implements Reading {}

  /** Reads the whole document. */
  record GetDocument() implements Reading {}

  /** Changes properties atomically. */
  record SetProperties(List<Modification> changes) implements Writing {}

  /** Replaces the document. */
  record PutDocument(String xml) implements Writing {}

  /** Terminates the resource immediately. */
  record Destroy() implements Writing {}

  /**
   * Schedules the termination of the resource.
   *
   * @param isDuration whether {@code text} is a duration from now; otherwise it is a time
   * @param text empty for never
   */
  record SetTerminationTime(boolean isDuration, String text) implements Writing {}
}
