package org.dharch.handlers;

import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.document.HandlerSettings;

/** Common code of handlers that change the body. */
final class Bodies {
  /** No size limit: the node, or the chain, has checked the message's size. */
  static final Limits OF_THE_NODE = Limits.DEFAULT.maxPayloadBytes(Integer.MAX_VALUE);

  private Bodies() {}

  /** Returns the parameter {@code maxBytes}: the maximum size of the result. */
  static int maxBytes(HandlerSettings settings) {
    int usual = Limits.DEFAULT.maxPayloadBytes();
    return (int) settings.number("maxBytes", usual, 1, Integer.MAX_VALUE - 8);
  }

  /** The body has this content now. */
  static Changes changed(byte[] content) {
    return Changes.builder().replace(Part.body(), content).build();
  }
}
