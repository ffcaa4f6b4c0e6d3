package org.dharch.axis2;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.kernel.TransportUtils;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * What comes back in the HTTP response to a one-way message that a client has sent in a
 * WS-ReliableMessaging sequence: an acknowledgement, or a fault of the protocol. Axis2 leaves it
 * unread, with its connection; here it goes through the handlers of the flow {@code in} (a fault:
 * {@code in-fault}), and no further. What becomes of it concerns nobody who waits, so what fails is
 * logged: the message is acknowledged when it is sent again. The response to any other message is
 * left as it is. Runs on the thread that has sent the message, before its call returns.
 */
final class OneWayResponse {
  private static final Log LOG = LogFactory.getLog(OneWayResponse.class);

  private static final String AWAITED = "org.dharch.axis2.one-way-response";

  private OneWayResponse() {}

  /** Notes of {@code going}, which has its headers and is not sent yet, what is to become of it. */
  static void await(MessageContext going) {
    if (!going.isServerSide()
        && isOneWay(going.getAxisOperation())
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
    try (came) { // which gives its connection back
      exchange.removeProperty(MessageContext.TRANSPORT_IN);
      receive(response(sent, came));
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "the response to one-way message "
              + sent.getMessageID()
              + " to "
              + sent.getTo()
              + " is ignored: "
              + e.getMessage(),
          e);
    }
  }

  private static boolean isOneWay(AxisOperation operation) {
    return operation != null
        && WSDL2Constants.MEP_URI_OUT_ONLY.equals(operation.getMessageExchangePattern());
  }

  /** As Axis2 makes the response to a request; the transport has left what it knows in that. */
  private static MessageContext response(MessageContext sent, InputStream came) throws AxisFault {
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
    if (sent.getProperty(Constants.Configuration.TRANSPORT_INFO_MAP) instanceof Map<?, ?> said) {
      said.forEach((name, value) -> response.setProperty(name.toString(), value));
    }
    response.setProperty(MessageContext.TRANSPORT_IN, came);
    response.setEnvelope(TransportUtils.createSOAPMessage(response));
    return response;
  }

  private static void receive(MessageContext response) throws AxisFault {
    boolean isFault = response.getEnvelope().hasFault();
    response.setProcessingFault(isFault);
    response.setFLOW(isFault ? MessageContext.IN_FAULT_FLOW : MessageContext.IN_FLOW);
    GatewayInHandler gateway = new GatewayInHandler();
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
