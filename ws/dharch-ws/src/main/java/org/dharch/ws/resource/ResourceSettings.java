package org.dharch.ws.resource;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.xpath.XPath;

/**
 * Settings for the resources of a service.
 *
 * @param schema the schema of their documents; empty for any document
 * @param initial the document of a new resource, which the first write creates; if empty, only the
 *     service creates resources
 * @param readOnly properties that messages must not change, in addition to the computed ones
 * @param isDestroyAllowed whether a message may terminate a resource immediately
 * @param maxLifetimeMillis the longest remaining lifetime that a message may set; empty for
 *     unlimited
 * @param resource finds the resource's id in a message; by default the reference parameter {@code
 *     {urn:dharch:resource:1}ResourceId}
 * @param update the body element that is stored in the resource while its message continues
 * @param maxResources the maximum number of resources of a service that messages create
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
  /** The default maximum number of resources of a service. */
  public static final long MAX_RESOURCES = 100_000;

  /** Allows all operations on resources that the service creates. */
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
   * @throws IllegalArgumentException if {@code initial} is too long or does not conform to the
   *     schema
   */
  public ResourceSettings {
    readOnly = Set.copyOf(readOnly);
    if (initial.isPresent()) {
      PropertiesDocument document = PropertiesDocument.of(initial.get());
      if (document.length() > Resource.MAX_BYTES) {
        throw new IllegalArgumentException(
            "the initial document must have at most "
                + Resource.MAX_BYTES
                + " bytes (got "
                + document.length()
                + ")");
      }
      Optional<String> error =
          schema.flatMap(
              s ->
                  s.validate(
                      ComputedProperties.add(document, schema, 0, OptionalLong.empty()).bytes()));
      if (error.isPresent()) {
        throw new IllegalArgumentException(error.get());
      }
    }
  }
}
