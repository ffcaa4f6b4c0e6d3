package org.dharch.ws.resource;

import java.util.OptionalLong;

/**
 * A resource as it is kept.
 *
 * @param document its resource properties document, an element that stands alone; at most {@value
 *     #MAX_BYTES} bytes in UTF-8
 * @param terminationAt when it ends, in milliseconds since 1970; empty if never
 */
public record Resource(ResourceKey key, String document, OptionalLong terminationAt) {
  /** The longest document, in bytes. */
  public static final int MAX_BYTES = 1 << 20;
}
