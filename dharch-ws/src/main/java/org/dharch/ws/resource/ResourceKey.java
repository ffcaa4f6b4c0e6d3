package org.dharch.ws.resource;

/**
 * Which resource.
 *
 * @param service the service that it is a resource of; empty if the container names none
 * @param id its id among those of the service, at most {@value #MAX_LENGTH} characters
 */
public record ResourceKey(String service, String id) {
  /** The longest id, and the longest name of a service, in characters. */
  public static final int MAX_LENGTH = 256;

  public ResourceKey {
    if (id.isEmpty() || id.length() > MAX_LENGTH || service.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a resource id of "
              + id.length()
              + " characters, of a service of "
              + service.length()
              + "; 1 to "
              + MAX_LENGTH
              + " are allowed");
    }
  }

  @Override
  public String toString() {
    return service.isEmpty() ? id : service + "/" + id;
  }
}
