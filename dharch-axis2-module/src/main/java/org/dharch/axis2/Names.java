package org.dharch.axis2;

import java.util.Map;
import java.util.Optional;
import org.apache.axis2.context.MessageContext;

/** What a message is for, as far as Axis2 has found out; empty if unknown. */
final class Names {
  private Names() {}

  static String service(MessageContext context) {
    return context.getAxisService() == null ? "" : orEmpty(context.getAxisService().getName());
  }

  static String operation(MessageContext context) {
    return context.getAxisOperation() == null || context.getAxisOperation().getName() == null
        ? ""
        : context.getAxisOperation().getName().getLocalPart();
  }

  static String action(MessageContext context) {
    return orEmpty(context.getSoapAction());
  }

  /**
   * Who sent it: what the transport header {@code header} says, or else the address.
   *
   * @param header looked at if it is there
   */
  static String client(MessageContext context, Optional<String> header) {
    Object headers = context.getProperty(MessageContext.TRANSPORT_HEADERS);
    Object named =
        header.isPresent() && headers instanceof Map<?, ?> map ? map.get(header.get()) : null;
    Object address = context.getProperty(MessageContext.REMOTE_ADDR);
    return named != null ? named.toString() : address == null ? "" : address.toString();
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
