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
import org.dharch.core.text.Brief;
import org.dharch.core.text.RepeatedLog;

/**
 * Handles the HTTP response to a one-way message that a client has sent in a WS-ReliableMessaging
 * sequence: an acknowledgement, or a fault of the protocol. Axis2 would leave it unread. This class
 * passes it to the handlers of the flow {@code in} (a fault: {@code in-fault}) and then drops it.
 * The limits are those of a message and the client's response timeout. Errors are logged; the
 * message is acknowledged when it is sent again. Only a fault of a robust operation is left to
 * Axis2, which throws it. Runs on the thread that has sent the message, before its call returns.
 */
final class OneWayResponse {
  private static final Log LOG = LogFactory.getLog(OneWayResponse.class);

  private static final RepeatedLog IGNORED = new RepeatedLog(System::nanoTime, LOG::warn);

  private static final String AWAITED = "org.dharch.axis2.one-way-response";

  /** Content types of SOAP 1.1, SOAP 1.2 and either with attachments. */
  private static final Set<String> SOAP =
      Set.of("text/xml", "application/soap+xml", "multipart/related");

  private OneWayResponse() {}

  /** Marks {@code outbound}, which a client is about to send, if its response is to be handled. */
  static void await(MessageContext outbound) {
    if ((has(WSDL2Constants.MEP_URI_OUT_ONLY, outbound.getAxisOperation())
            || has(WSDL2Constants.MEP_URI_ROBUST_OUT_ONLY, outbound.getAxisOperation()))
        && DispatchHandlers.BackChannel.isInSequence(outbound.getEnvelope())) {
      outbound.setProperty(AWAITED, true); // sending may consume the tree
    }
  }

  /** Handles the response to {@code sent}, whose flow has ended, if it was marked. */
  static void take(MessageContext sent) {
    OperationContext exchange = sent.getOperationContext();
    if (exchange == null
        || sent.getLocalProperty(AWAITED) == null
        || sent.getFailureReason() != null
        || !(exchange.getProperty(MessageContext.TRANSPORT_IN) instanceof InputStream in)) {
      return;
    }
    exchange.removeProperty(MessageContext.TRANSPORT_IN);
    try {
      byte[] bytes = BackBytes.read(in, limit(sent), time(sent));
      boolean isRobust = has(WSDL2Constants.MEP_URI_ROBUST_OUT_ONLY, sent.getAxisOperation());
      if (isRobust) { // Axis2 reads it and throws a fault
        exchange.setProperty(MessageContext.TRANSPORT_IN, new ByteArrayInputStream(bytes));
      }
      if (bytes.length > 0) {
        receive(response(sent, bytes), isRobust);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("ignored", e);
      IGNORED.log(
          "Ignored the response to one-way message="
              + sent.getMessageID()
              + " to="
              + sent.getTo()
              + " reason="
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

  /** Creates the context of the response as Axis2 does for a request. */
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

  /** The content type; for a robust operation it is in a context that Axis2 has created. */
  private static Map<?, ?> typeOf(MessageContext sent) throws AxisFault {
    MessageContext made =
        sent.getOperationContext().getMessageContext(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
    if (made == null) {
      return sent.getProperty(Constants.Configuration.TRANSPORT_INFO_MAP) instanceof Map<?, ?> info
          ? info
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
          "its Content-Type must be SOAP (got " + Brief.of(String.valueOf(contentType)) + ")");
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
