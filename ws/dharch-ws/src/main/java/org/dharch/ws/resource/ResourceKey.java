package org.dharch.ws.resource;

/**
 * The key of a resource.
 *
 * @param service the service of the resource; empty if the container has no service names
 * @param id its id within the service, at most {@value #MAX_LENGTH} characters
 */
public record ResourceKey(String service, String id) {
  /** The maximum length of an id and of a service name, in characters. */
  public static final int MAX_LENGTH = 256;

  public ResourceKey {
    if (id.isEmpty() || id.length() > MAX_LENGTH || service.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a resource id must have 1 to "
              + MAX_LENGTH
              + " characters and its service at most as many (got "
              + id.length()
              + " and "
              + service.length()
              + ")");
    }
  }

  @Override
  public String toString() {
    return service.isEmpty() ? id : service + "/" + id;
  }
}
