package org.dharch.axis2;

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

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
