package org.dharch.axis2.message;

import java.util.Optional;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;

/** What a message is for, as far as Axis2 has found out; empty if unknown. */
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

  /**
   * Who sent it: what the transport header {@code header} says, or else the address.
   *
   * @param header looked at if it is there; in any case
   * @param properties those of the message
   */
  public static String client(
      MessageContext context, Optional<String> header, MessageProperties properties) {
    Optional<Object> named =
        header.flatMap(name -> properties.get(SoapProperties.HTTP_HEADER + name));
    Object address = context.getProperty(MessageContext.REMOTE_ADDR);
    return named.map(Object::toString).orElse(address == null ? "" : address.toString());
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
