package org.dharch.jaxws;

import jakarta.xml.ws.handler.MessageContext;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Explains which parts of JAX-WS containers are missing on a node, and the alternatives. */
final class Absent {
  private static final String SERVLET =
      "the servlet's objects stay in its container; HTTP's method, headers, path and query are"
          + " here";
  private static final String ATTACHMENTS =
      "attachments stay in the container; leave the handler there";
  private static final String WSDL =
      "the description of the service stays in its container; WSDL_SERVICE and WSDL_OPERATION are"
          + " here";

  private static final Map<String, String> PROPERTIES =
      Map.ofEntries(
          Map.entry(MessageContext.SERVLET_CONTEXT, SERVLET),
          Map.entry(MessageContext.SERVLET_REQUEST, SERVLET),
          Map.entry(MessageContext.SERVLET_RESPONSE, SERVLET),
          Map.entry("jakarta.xml.ws.servlet.session", SERVLET),
          Map.entry(MessageContext.INBOUND_MESSAGE_ATTACHMENTS, ATTACHMENTS),
          Map.entry(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, ATTACHMENTS),
          Map.entry(MessageContext.WSDL_DESCRIPTION, WSDL),
          Map.entry(MessageContext.WSDL_INTERFACE, WSDL),
          Map.entry(MessageContext.WSDL_PORT, WSDL),
          Map.entry(
              MessageContext.HTTP_RESPONSE_CODE,
              "HTTP's status is the container's; a fault has its own"));

  private static final Set<String> ATTACHMENT_METHODS =
      Set.of(
          "addAttachmentPart",
          "createAttachmentPart",
          "countAttachments",
          "getAttachment",
          "getAttachments",
          "removeAttachments",
          "removeAllAttachments");

  private static final Set<String> CALLERS =
      Set.of("getUserPrincipal", "isUserInRole", "getEndpointReference");

  private Absent() {}

  /** The reason why a property is missing; empty if it may exist. */
  static Optional<String> property(String name) {
    return Optional.ofNullable(PROPERTIES.get(name))
        .map(why -> "it reads property '" + name + "': " + why);
  }

  /** The reason why a method cannot be called; {@code owner} is its class with slashes. */
  static Optional<String> call(String owner, String method) {
    if (owner.equals("jakarta/xml/soap/SOAPMessage") && ATTACHMENT_METHODS.contains(method)) {
      return Optional.of("it calls SOAPMessage." + method + ": " + ATTACHMENTS);
    }
    if (owner.equals("jakarta/xml/ws/WebServiceContext") && CALLERS.contains(method)) {
      return Optional.of("it calls WebServiceContext." + method + ": " + caller());
    }
    return Optional.empty();
  }

  static String caller() {
    return "caller and endpoint stay in the container";
  }
}
