package org.dharch.api;

/**
 * Names of the properties that carry the context of a SOAP message, the same for every container.
 * An absent property is unknown.
 */
public final class SoapProperties {
  /** {@code 1.1} or {@code 1.2}. */
  public static final String SOAP_VERSION = "dharch.soap.version";

  /** Boolean, true: the message arrived as REST, and the container built its envelope. */
  public static final String SOAP_REST = "dharch.soap.rest";

  /** The SOAPAction header of HTTP, or SOAP 1.2's action parameter. */
  public static final String SOAP_ACTION = "dharch.soap.action";

  public static final String WSA_ACTION = "dharch.wsa.action";
  public static final String WSA_MESSAGE_ID = "dharch.wsa.messageId";
  public static final String WSA_TO = "dharch.wsa.to";
  public static final String WSA_FROM = "dharch.wsa.from";
  public static final String WSA_REPLY_TO = "dharch.wsa.replyTo";
  public static final String WSA_FAULT_TO = "dharch.wsa.faultTo";
  public static final String WSA_RELATES_TO = "dharch.wsa.relatesTo";

  /**
   * The suffix of an endpoint reference's property: the whole reference as XML, if it has more than
   * an address. If both exist, the property without the suffix has the address.
   */
  public static final String WSA_REFERENCE = ".reference";

  /**
   * All relationships if there are several, or one of another type than a reply: a line each, type,
   * blank, value.
   */
  public static final String WSA_RELATIONSHIPS = "dharch.wsa.relationships";

  /** The method of the HTTP request. */
  public static final String HTTP_METHOD = "dharch.http.method";

  /** The URL of the HTTP request, as far as the container knows it. */
  public static final String HTTP_URL = "dharch.http.url";

  /**
   * Prefix of the name of each HTTP header of the message, with a text value. Case-insensitive;
   * kept in lower case: {@link MessageProperties#name}.
   */
  public static final String HTTP_HEADER = "dharch.http.header.";

  /** The headers to send with the message: a line each, name, colon, blank, value. */
  public static final String HTTP_SENDING = "dharch.http.sending";

  /**
   * The HTTP status of the fault that a handler throws, a number, where it differs from that of
   * SOAP's bindings.
   */
  public static final String HTTP_STATUS = "dharch.http.status";

  /** The prefix of the name of each text parameter of the service. */
  public static final String SERVICE_PARAMETER = "dharch.service.parameter.";

  /** The prefix of the name of each text parameter of the operation. */
  public static final String OPERATION_PARAMETER = "dharch.operation.parameter.";

  /** The name of the service's group, if it differs from the service's. */
  public static final String SERVICE_GROUP = "dharch.service.group";

  /** The service's target namespace, if it is not the container's default. */
  public static final String SERVICE_NAMESPACE = "dharch.service.namespace";

  /** The scope of the service's sessions, if it is not the request. */
  public static final String SERVICE_SCOPE = "dharch.service.scope";

  /**
   * The name of the service's endpoint, if it is not derived from the service's name; empty if it
   * has none.
   */
  public static final String SERVICE_ENDPOINT = "dharch.service.endpoint";

  /** The web application's context root, as reported by Axis2; always set by Axis2's gateway. */
  public static final String CONTEXT_ROOT = "dharch.context.root";

  /** The path below that of all services, if it is not the default. */
  public static final String SERVICE_PATH = "dharch.context.services";

  /**
   * The operation's described SOAPAction, if Axis2 would derive another one from its name; a blank
   * if there is none.
   */
  public static final String OPERATION_ACTION = "dharch.operation.action";

  /** The action of the operation's response, if Axis2 would derive another one from its name. */
  public static final String OPERATION_ANSWER_ACTION = "dharch.operation.answerAction";

  /** The operation's message exchange pattern, if it is not request-response. */
  public static final String OPERATION_PATTERN = "dharch.operation.pattern";

  /**
   * The prefix of the name of each property of the operation, which request and response share:
   * text, boolean or number.
   */
  public static final String OPERATION_PROPERTY = "dharch.operation.property.";

  /**
   * Container objects that cannot be sent, a line each: {@code message}, {@code operation}, {@code
   * service-parameter}, {@code operation-parameter}, {@code message-parameter} or, above the
   * service, {@code container-parameter}, blank, name. Absent if there are only objects that no
   * message can contain.
   */
  public static final String STAYS = "dharch.stays";

  /** {@code in}, {@code out}, {@code in-fault} or {@code out-fault}. */
  public static final String FLOW = "dharch.flow";

  /** Boolean: whether the container is the server of the exchange. */
  public static final String SERVER_SIDE = "dharch.serverSide";

  /**
   * The key of a message delivered from a store of reliable messaging, the same for each delivery.
   * Unlike other DHArch properties it reaches the service, too.
   */
  public static final String DELIVERY_KEY = "dharch.rm.key";

  /** The emission's id, for an {@link Emission} and the response to it. */
  public static final String EMISSION = "dharch.emission";

  public static final String SERVICE = "dharch.service";
  public static final String OPERATION = "dharch.operation";

  private SoapProperties() {}

  /**
   * Combines two values of the HTTP header {@code name} (RFC 9110, section 5.3; of cookies RFC
   * 9113, section 8.2.3).
   *
   * @param name the header's, or its property's
   */
  public static String joined(String name, String first, String second) {
    String header = name.startsWith(HTTP_HEADER) ? name.substring(HTTP_HEADER.length()) : name;
    boolean cookies = header.equalsIgnoreCase("cookie");
    return first + (cookies ? "; " : ", ") + second;
  }
}
