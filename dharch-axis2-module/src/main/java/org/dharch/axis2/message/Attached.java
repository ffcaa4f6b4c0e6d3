package org.dharch.axis2.message;

import org.apache.axis2.context.MessageContext;
import org.dharch.api.MessageProperties;

/** Tells what a store has to know of attachments: they stay in the container and are not kept. */
public final class Attached {
  /**
   * Set on messages that have attachments: {@code mtom} or {@code swa}; true in what an earlier
   * version stored.
   */
  public static final String PROPERTY = MessageProperties.RESERVED_PREFIX + "attachments";

  static final String MTOM = "mtom";
  static final String SWA = "swa";

  private Attached() {}

  public static boolean any(MessageContext context) {
    return context.isDoingMTOM() || context.isDoingSwA();
  }

  /** {@code properties}, and that the message has attachments if it has. */
  static MessageProperties said(MessageContext context, MessageProperties properties) {
    return any(context)
        ? properties.with(PROPERTY, context.isDoingMTOM() ? MTOM : SWA)
        : properties;
  }
}
