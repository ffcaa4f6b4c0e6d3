package org.dharch.axis1;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.axis.Constants;
import org.apache.axis.MessageContext;
import org.apache.axis.transport.http.HTTPConstants;

/** Explains which parts of Axis 1's engine are missing on a node, and the alternatives. */
final class Absent {
  private static final String SERVLET =
      "the servlet's objects stay in its container; its headers, URL and the client's address are"
          + " here";
  private static final String ATTACHMENTS =
      "attachments stay in the container; leave the handler there";
  private static final String DISPATCH = "the container dispatches the message to a service";
  static final String SESSION =
      "sessions stay in the container, and only the handler that sets one has it; a property goes"
          + " from request to response";

  private static final Map<String, String> PROPERTIES =
      Map.of(
          HTTPConstants.MC_HTTP_SERVLET, SERVLET,
          HTTPConstants.MC_HTTP_SERVLETREQUEST, SERVLET,
          HTTPConstants.MC_HTTP_SERVLETRESPONSE, SERVLET,
          HTTPConstants.MC_HTTP_SERVLETLOCATION, SERVLET,
          HTTPConstants.MC_HTTP_SERVLETPATHINFO, SERVLET,
          Constants.MC_REALPATH, SERVLET,
          Constants.MC_CONFIGPATH, SERVLET,
          Constants.MC_HOME_DIR, SERVLET,
          Constants.MC_SERVLET_ENDPOINT_CONTEXT, SERVLET);

  /** The names of constants; class files refer to them as fields. */
  private static final Set<String> FIELDS =
      Set.of(
          "MC_HTTP_SERVLET",
          "MC_HTTP_SERVLETREQUEST",
          "MC_HTTP_SERVLETRESPONSE",
          "MC_HTTP_SERVLETLOCATION",
          "MC_HTTP_SERVLETPATHINFO");

  private static final String OBJECTS = "its value is an object, which cannot travel";

  /** The names of properties that are objects; class files contain them as constants. */
  private static final Set<String> OBJECT_PROPERTIES =
      Set.of(MessageContext.AUTHUSER, "RECV_RESULTS"); // the results of WSS4J

  private static final Set<String> ATTACHMENT_METHODS =
      Set.of(
          "getAttachmentsImpl",
          "getAttachments",
          "countAttachments",
          "addAttachmentPart",
          "createAttachmentPart",
          "removeAllAttachments");

  private static final Set<String> DISPATCH_METHODS =
      Set.of("setTargetService", "setService", "setOperation");

  private Absent() {}

  /** The reason why a property is missing; empty if it may exist. */
  static Optional<String> property(String name) {
    return Optional.ofNullable(PROPERTIES.get(name))
        .map(why -> "it reads property '" + name + "': " + why);
  }

  /** The reason why a property in a class file is useless; empty if there is none. */
  static Optional<String> text(Set<String> texts) {
    return texts.stream()
        .filter(OBJECT_PROPERTIES::contains)
        .sorted()
        .findFirst()
        .map(name -> "it sets or reads property '" + name + "': " + OBJECTS);
  }

  /** The reason why a method or field cannot be used; {@code owner} has slashes. */
  static Optional<String> member(String owner, String name) {
    return switch (owner) {
      case "org/apache/axis/Message", "javax/xml/soap/SOAPMessage" ->
          of(ATTACHMENT_METHODS, owner, name, ATTACHMENTS);
      case "org/apache/axis/MessageContext" -> of(DISPATCH_METHODS, owner, name, DISPATCH);
      case "org/apache/axis/transport/http/HTTPConstants" -> of(FIELDS, owner, name, SERVLET);
      default -> Optional.empty();
    };
  }

  private static Optional<String> of(Set<String> names, String owner, String name, String why) {
    String simple = owner.substring(owner.lastIndexOf('/') + 1);
    return names.contains(name)
        ? Optional.of("it uses " + simple + "." + name + ": " + why)
        : Optional.empty();
  }

  static String dispatch() {
    return DISPATCH;
  }
}
