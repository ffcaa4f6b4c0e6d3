package org.dharch.ws.resource;

import java.util.OptionalLong;

/**
 * A stored resource.
 *
 * @param document its resource properties document, a self-contained element; at most {@value
 *     #MAX_BYTES} bytes in UTF-8
 * @param terminationAt its termination time, in milliseconds since 1970; empty for none
 */
public record Resource(ResourceKey key, String document, OptionalLong terminationAt) {
  /** The maximum length of a document, in bytes. */
  public static final int MAX_BYTES = 1 << 20;
}
