package org.dharch.handlers;

import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.document.HandlerSettings;

/** Common code of handlers that change the body. */
final class Bodies {
  /** Without a size limit, because the node or chain has checked the size. */
  static final Limits UNBOUNDED = Limits.DEFAULT.maxPayloadBytes(Integer.MAX_VALUE);

  private Bodies() {}

  /** Returns the maximum size of the result, from the parameter {@code maxBytes}. */
  static int maxBytes(HandlerSettings settings) {
    int defaultBytes = Limits.DEFAULT.maxPayloadBytes();
    return (int) settings.number("maxBytes", defaultBytes, 1, Integer.MAX_VALUE - 8);
  }

  static Changes changed(byte[] content) {
    return Changes.builder().replace(Part.body(), content).build();
  }
}
