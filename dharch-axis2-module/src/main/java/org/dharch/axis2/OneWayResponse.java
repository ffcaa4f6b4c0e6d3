package org.dharch.axis2;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.client.Options;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.kernel.TransportUtils;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.wsdl.WSDLConstants;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.axis2.message.OneWay;
import org.dharch.core.message.Brief;
import org.dharch.core.message.RepeatedLog;

/**
 * What comes back in the HTTP response to a one-way message that a client has sent in a
 * WS-ReliableMessaging sequence: an acknowledgement, or a fault of the protocol. Axis2 leaves it
 * unread, with its connection; here it goes through the handlers of the flow {@code in} (a fault:
 * {@code in-fault}), and no further. It may be as large as any message, and take as long as the
 * client waits for a response. What becomes of it concerns nobody who waits, so what fails, or is
 * no SOAP, is logged: the message is acknowledged when it is sent again; only of an operation that
 * may fail (robust) a fault is left to Axis2, which throws it. The response to any other message is
 * left as it is. Runs on the thread that has sent the message, before its call returns.
 */
final class OneWayResponse {
  private static final Log LOG = LogFactory.getLog(OneWayResponse.class);

  private static final RepeatedLog IGNORED = new RepeatedLog(System::nanoTime, LOG::warn);

  private static final String AWAITED = "org.dharch.axis2.one-way-response";

  /** Those of SOAP 1.1 and 1.2, and of either with attachments. */
  private static final Set<String> SOAP =
      Set.of("text/xml", "application/soap+xml", "multipart/related");

  private OneWayResponse() {}

  /** Notes of {@code going}, which has its headers and is not sent yet, what is to become of it. */
  static void await(MessageContext going) {
    if (!going.isServerSide()
        && (has(WSDL2Constants.MEP_URI_OUT_ONLY, going.getAxisOperation())
            || has(WSDL2Constants.MEP_URI_ROBUST_OUT_ONLY, going.getAxisOperation()))
        && BackChannel.isInSequence(going.getEnvelope())) {
      going.setProperty(AWAITED, true); // its tree may be used up when it was sent
    }
  }

  /** Takes what came back for {@code sent}, whose flow is over, if it is to be and anything did. */
  static void take(MessageContext sent) {
    OperationContext exchange = sent.getOperationContext();
    if (exchange == null
        || sent.getLocalProperty(AWAITED) == null
        || sent.getFailureReason() != null
        || !(exchange.getProperty(MessageContext.TRANSPORT_IN) instanceof InputStream came)) {
      return;
    }
    exchange.removeProperty(MessageContext.TRANSPORT_IN);
    try {
      byte[] bytes = BackBytes.read(came, limit(sent), time(sent));
      boolean isRobust = has(WSDL2Constants.MEP_URI_ROBUST_OUT_ONLY, sent.getAxisOperation());
      if (isRobust) { // Axis2 looks for a fault there, and throws it
        exchange.setProperty(MessageContext.TRANSPORT_IN, new ByteArrayInputStream(bytes));
      }
      if (bytes.length > 0) {
        receive(response(sent, bytes), isRobust);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("ignored", e);
      IGNORED.say(
          "the response to one-way message "
              + sent.getMessageID()
              + " to "
              + sent.getTo()
              + " is ignored: "
              + e.getMessage());
    }
  }

  private static int limit(MessageContext sent) {
    return DHArchModule.gateway(sent.getConfigurationContext())
        .map(gateway -> gateway.limits().maxPayloadBytes())
        .orElse(0);
  }

  private static Duration time(MessageContext sent) {
    long millis = sent.getOptions().getTimeOutInMilliSeconds();
    return Duration.ofMillis(millis > 0 ? millis : Options.DEFAULT_TIMEOUT_MILLISECONDS);
  }

  private static boolean has(String pattern, AxisOperation operation) {
    return operation != null && pattern.equals(operation.getMessageExchangePattern());
  }

  /** As Axis2 makes the response to a request; the transport has left what it knows in that. */
  private static MessageContext response(MessageContext sent, byte[] bytes) throws AxisFault {
    MessageContext response = sent.getConfigurationContext().createMessageContext();
    response.setServerSide(false);
    response.setOperationContext(sent.getOperationContext());
    response.setServiceContext(sent.getServiceContext());
    response.setTransportIn(sent.getTransportIn());
    response.setTransportOut(sent.getTransportOut());
    for (String name :
        List.of(MessageContext.TRANSPORT_HEADERS, HTTPConstants.MC_HTTP_STATUS_CODE)) {
      response.setProperty(name, sent.getProperty(name));
    }
    typeOf(sent).forEach((name, value) -> response.setProperty(name.toString(), value));
    checkSoap(response.getProperty(Constants.Configuration.CONTENT_TYPE));
    response.setProperty(MessageContext.TRANSPORT_IN, new ByteArrayInputStream(bytes));
    response.setEnvelope(TransportUtils.createSOAPMessage(response));
    return response;
  }

  /** Of an operation that may fail Axis2 has made the response's context already. */
  private static Map<?, ?> typeOf(MessageContext sent) throws AxisFault {
    MessageContext made =
        sent.getOperationContext().getMessageContext(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
    if (made == null) {
      return sent.getProperty(Constants.Configuration.TRANSPORT_INFO_MAP) instanceof Map<?, ?> said
          ? said
          : Map.of();
    }
    Map<String, Object> type = new HashMap<>();
    for (String name :
        List.of(
            Constants.Configuration.CONTENT_TYPE, Constants.Configuration.CHARACTER_SET_ENCODING)) {
      type.put(name, made.getProperty(name));
    }
    return type;
  }

  private static void checkSoap(Object contentType) throws AxisFault {
    String type =
        contentType instanceof String text
            ? text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)
            : "";
    if (!SOAP.contains(type)) {
      throw new AxisFault(
          "its Content-Type is " + Brief.of(String.valueOf(contentType)) + ", which is no SOAP");
    }
  }

  private static void receive(MessageContext response, boolean isRobust) throws AxisFault {
    boolean isFault = response.getEnvelope().hasFault();
    if (isFault && isRobust) {
      return;
    }
    response.setProcessingFault(isFault);
    response.setFLOW(isFault ? MessageContext.IN_FAULT_FLOW : MessageContext.IN_FLOW);
    GatewayHandler gateway = new GatewayHandler();
    response.setExecutionChain(new ArrayList<>(List.of(gateway)));
    response.addExecutedPhase(gateway);
    try {
      AxisEngine.resumeReceive(response);
    } catch (AxisFault e) {
      OneWay.failed(response, e);
      throw e;
    }
  }
}
