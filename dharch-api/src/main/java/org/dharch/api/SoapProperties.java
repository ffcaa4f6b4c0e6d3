package org.dharch.api;

/**
 * The property names under which a SOAP message's circumstances travel, the same for every
 * container: what a handler sees on its own context beside the envelope. Absent means unknown.
 */
public final class SoapProperties {
  /** {@code 1.1} or {@code 1.2}. */
  public static final String SOAP_VERSION = "dharch.soap.version";

  /** The SOAPAction header of HTTP, or SOAP 1.2's action parameter. */
  public static final String SOAP_ACTION = "dharch.soap.action";

  public static final String WSA_ACTION = "dharch.wsa.action";
  public static final String WSA_MESSAGE_ID = "dharch.wsa.messageId";
  public static final String WSA_TO = "dharch.wsa.to";
  public static final String WSA_FROM = "dharch.wsa.from";
  public static final String WSA_REPLY_TO = "dharch.wsa.replyTo";
  public static final String WSA_FAULT_TO = "dharch.wsa.faultTo";
  public static final String WSA_RELATES_TO = "dharch.wsa.relatesTo";

  /** {@code in}, {@code out}, {@code in-fault} or {@code out-fault}. */
  public static final String FLOW = "dharch.flow";

  /** Boolean: whether the container is the server of the exchange. */
  public static final String SERVER_SIDE = "dharch.serverSide";

  public static final String SERVICE = "dharch.service";
  public static final String OPERATION = "dharch.operation";

  private SoapProperties() {}
}
