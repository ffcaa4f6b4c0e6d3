package org.dharch.axis2.message;

import org.apache.axis2.context.MessageContext;

/** Names the service, operation, action and sender of a message; empty if Axis2 has none. */
public final class Names {
  private Names() {}

  public static String service(MessageContext context) {
    return context.getAxisService() == null ? "" : orEmpty(context.getAxisService().getName());
  }

  public static String operation(MessageContext context) {
    return context.getAxisOperation() == null || context.getAxisOperation().getName() == null
        ? ""
        : context.getAxisOperation().getName().getLocalPart();
  }

  public static String action(MessageContext context) {
    return orEmpty(context.getSoapAction());
  }

  /** The sender's address. */
  public static String client(MessageContext context) {
    Object address = context.getProperty(MessageContext.REMOTE_ADDR);
    return address == null ? "" : address.toString();
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
