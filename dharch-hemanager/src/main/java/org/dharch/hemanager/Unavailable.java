package org.dharch.hemanager;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.RequestResponseTransport;
import org.apache.axis2.kernel.http.HTTPConstants;

/** What of Axis2 there is not on a node, by the names under which handlers ask for it. */
enum Unavailable {
  TRANSPORT(
      "the transport",
      "transport headers, HTTP method and URL are properties of the message",
      "context/MessageContext getTransportIn getTransportOut setTransportIn setTransportOut"
          + " getIncomingTransportName",
      "client/Options getTransportIn getTransportOut getListener"),
  SESSION(
      "the session",
      "keep what belongs to a client in a store of your own, or use the operation context",
      "context/MessageContext getSessionContext setSessionContext"),
  POLICY(
      "policies",
      "give the handler what it needs of them as parameters in the node document",
      "context/MessageContext getEffectivePolicy",
      "description/AxisDescription getPolicySubject getPolicyInclude applyPolicy",
      "description/AxisService getPolicySubject getPolicyInclude applyPolicy",
      "description/AxisOperation getPolicySubject getPolicyInclude applyPolicy"),
  MODULES(
      "the modules that are engaged",
      "say in the orchestration which messages the handler gets",
      "context/MessageContext isEngaged",
      "description/AxisDescription isEngaged getEngagedModules engageModule",
      "description/AxisService isEngaged getEngagedModules engageModule",
      "description/AxisOperation isEngaged getEngagedModules engageModule"),
  RECEIVER(
      "the operation's message receiver",
      "leave the handler in the container",
      "description/AxisOperation getMessageReceiver setMessageReceiver",
      "description/InOutAxisOperation getMessageReceiver setMessageReceiver"),
  CHAIN(
      "the container's chain of handlers",
      "say in the orchestration which handlers a message meets",
      "context/MessageContext getExecutionChain setExecutionChain pause"),
  OTHER_MESSAGES(
      "the other messages of the operation",
      "set a property on the operation context in the one flow and read it in the other",
      "context/OperationContext getMessageContext getMessageContexts"),
  NEW_ATTACHMENTS(
      "a place for attachments",
      "leave the handler in the container",
      "context/MessageContext addAttachment removeAttachment setAttachmentMap"),
  SHARED(
      "the properties of contexts above the operation's",
      "use the operation context, which request and answer share, or a store of your own",
      shared("Configuration"),
      shared("ServiceGroup"),
      shared("Service"));

  private static final String AXIS2 = "org/apache/axis2/";

  /** What each property of a message context is that cannot be had, whatever the message. */
  private static final Map<String, Unavailable> PROPERTIES =
      Map.ofEntries(
          Map.entry(HTTPConstants.MC_HTTP_SERVLETREQUEST, TRANSPORT),
          Map.entry(HTTPConstants.MC_HTTP_SERVLETRESPONSE, TRANSPORT),
          Map.entry(HTTPConstants.MC_HTTP_SERVLETCONTEXT, TRANSPORT),
          Map.entry(RequestResponseTransport.TRANSPORT_CONTROL, TRANSPORT),
          Map.entry(Constants.OUT_TRANSPORT_INFO, TRANSPORT),
          Map.entry(MessageContext.TRANSPORT_OUT, TRANSPORT),
          Map.entry(MessageContext.TRANSPORT_IN, TRANSPORT),
          Map.entry(MessageContext.IN_MESSAGE_CONTEXT, OTHER_MESSAGES));

  private final String what;
  private final String instead;

  /** By class; unmodifiable, which its type does not say. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<String, List<String>> methods;

  /**
   * @param asked a class and those of its methods by which it is asked for
   */
  Unavailable(String what, String instead, String... asked) {
    this.what = what;
    this.instead = instead;
    Map<String, List<String>> byClass = new HashMap<>();
    for (String line : asked) {
      List<String> words = List.of(line.split(" ", -1));
      byClass.put(words.get(0), words.subList(1, words.size()));
    }
    this.methods = Map.copyOf(byClass);
  }

  private static String shared(String context) {
    return "context/"
        + context
        + "Context getProperty getLocalProperty getPropertyNonReplicable getProperties"
        + " getPropertyNames setProperty setNonReplicableProperty setProperties mergeProperties"
        + " removeProperty removePropertyNonReplicable";
  }

  /** Says to the handler that has the current thread that it cannot have this. */
  void asked(String by) {
    asked(Absence.current(), by);
  }

  void asked(Absence absence, String by) {
    absence.of(what + " (" + by + ")", instead);
  }

  /** Whether no message has the property of this name on a node; says so to its handler. */
  static void askedForProperty(Absence absence, String name) {
    Unavailable it = PROPERTIES.get(name);
    if (it != null) {
      it.asked(absence, "property '" + name + "'");
    }
  }

  /**
   * Why a class that needs this cannot do its work; empty if it may.
   *
   * @param owner a class, with slashes
   */
  static Optional<String> reason(String owner, String method) {
    if (!owner.startsWith(AXIS2)) {
      return Optional.empty();
    }
    String type = owner.substring(AXIS2.length());
    for (Unavailable it : values()) {
      if (it.methods.getOrDefault(type, List.of()).contains(method)) {
        String name = type.substring(type.indexOf('/') + 1) + "." + method;
        return Optional.of(it.text(name));
      }
    }
    return Optional.empty();
  }

  /** As {@link #reason(String, String)}, for a text in the class that is a property's name. */
  static Optional<String> reason(String text) {
    return Optional.ofNullable(PROPERTIES.get(text)).map(it -> it.text("property '" + text + "'"));
  }

  private String text(String by) {
    return "it needs "
        + what
        + " ("
        + by
        + "), which a node does not have; "
        + instead
        + "; lenient='true' on the handler gives null there";
  }
}
