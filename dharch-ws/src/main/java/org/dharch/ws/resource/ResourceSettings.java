package org.dharch.ws.resource;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.xpath.XPath;

/**
 * What the resources of a service are, and what may be done to them.
 *
 * @param schema what their documents must be valid by; anything if empty
 * @param initial the document of a new resource, which then comes to be when it is first written;
 *     if empty, resources are made by the service alone
 * @param readOnly properties that no message may change, beside those that are computed
 * @param isDestroyAllowed whether a message may end a resource at once
 * @param maxLifetimeMillis how far from now a message may set a resource's end; if empty, as far as
 *     it likes, and never
 * @param resource finds the resource's id in a message; if empty it is the reference parameter
 *     {@code {urn:dharch:resource:1}ResourceId}
 * @param update the body element that is put into the resource, its message going on
 * @param maxResources how many a service may have, as far as messages make them
 */
public record ResourceSettings(
    Optional<PropertiesSchema> schema,
    Optional<String> initial,
    Set<QName> readOnly,
    boolean isDestroyAllowed,
    OptionalLong maxLifetimeMillis,
    Optional<XPath> resource,
    Optional<QName> update,
    long maxResources) {
  /** How many resources a service may have if nothing else is said. */
  public static final long MAX_RESOURCES = 100_000;

  /** Anything may be done to resources that the service makes. */
  public static final ResourceSettings DEFAULT =
      new ResourceSettings(
          Optional.empty(),
          Optional.empty(),
          Set.of(),
          true,
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          MAX_RESOURCES);

  /**
   * Checks the initial document.
   *
   * @throws IllegalArgumentException if {@code initial} is no document of the schema, or too long
   */
  public ResourceSettings {
    readOnly = Set.copyOf(readOnly);
    if (initial.isPresent()) {
      PropertiesDocument document = PropertiesDocument.of(initial.get());
      if (document.length() > Resource.MAX_BYTES) {
        throw new IllegalArgumentException(
            "it has " + document.length() + " bytes; " + Resource.MAX_BYTES + " are allowed");
      }
      Optional<String> wrong =
          schema.flatMap(
              it -> it.invalid(Computed.seen(document, schema, 0, OptionalLong.empty()).bytes()));
      if (wrong.isPresent()) {
        throw new IllegalArgumentException(wrong.get());
      }
    }
  }
}
