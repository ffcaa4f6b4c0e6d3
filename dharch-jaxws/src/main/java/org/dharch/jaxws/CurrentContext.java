package org.dharch.jaxws;

import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import org.dharch.core.message.DHArchException;
import org.w3c.dom.Element;

/** The context of the message that a handler's thread processes. Safe for any thread. */
final class CurrentContext implements WebServiceContext {
  private static final ThreadLocal<MessageContext> CURRENT = new ThreadLocal<>();

  /** Sets the thread's context; returns the previous one, or null. */
  static MessageContext enter(MessageContext context) {
    MessageContext outer = CURRENT.get();
    CURRENT.set(context);
    return outer;
  }

  static void leave(MessageContext outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }

  @Override
  public MessageContext getMessageContext() {
    MessageContext context = CURRENT.get();
    if (context == null) {
      throw new IllegalStateException("this thread has no message");
    }
    return context;
  }

  private static DHArchException absent(String method) {
    return new DHArchException(
        "unavailable on a node: WebServiceContext." + method + ": " + Absent.caller());
  }

  @Override
  public Principal getUserPrincipal() {
    throw absent("getUserPrincipal");
  }

  @Override
  public boolean isUserInRole(String role) {
    throw absent("isUserInRole");
  }

  @Override
  public EndpointReference getEndpointReference(Element... referenceParameters) {
    throw absent("getEndpointReference");
  }

  @Override
  public <T extends EndpointReference> T getEndpointReference(
      Class<T> type, Element... referenceParameters) {
    throw absent("getEndpointReference");
  }
}
