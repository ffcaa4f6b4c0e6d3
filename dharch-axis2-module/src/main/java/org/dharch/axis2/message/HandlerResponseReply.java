package org.dharch.axis2.message;

import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import org.apache.axiom.om.OMException;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.addressing.AddressingHelper;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.apache.axis2.kernel.TransportUtils;
import org.apache.axis2.util.MessageContextBuilder;
import org.apache.axis2.wsdl.WSDLUtil;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.api.MessageId;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.envelope.WsaAction;

/**
 * Sends a handler's response to a request as Axis2 sends a service's: through the out flow with all
 * its handlers, or the out-fault flow. The service is not called.
 */
public final class HandlerResponseReply {
  private static final Log LOG = LogFactory.getLog(HandlerResponseReply.class);

  /** Properties that a response shares with its request. */
  private static final Set<String> SHARED =
      Set.of(
          AddressingConstants.WS_ADDRESSING_VERSION,
          AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES,
          Constants.Configuration.CHARACTER_SET_ENCODING,
          Constants.Configuration.MESSAGE_TYPE,
          Constants.OUT_TRANSPORT_INFO,
          MessageContext.TRANSPORT_OUT);

  private HandlerResponseReply() {}

  /**
   * Responds to {@code request}.
   *
   * @param id the id of the message
   * @param envelope in UTF-8
   * @return ABORT, which ends the flow of the request
   * @throws AxisFault a response that is a fault, which Axis2 sends, or the error while sending
   */
  public static InvocationResponse of(MessageContext request, MessageId id, byte[] envelope)
      throws AxisFault {
    InvocationResponse end = accepted(request);
    if (OneWay.wasAcknowledged(request)) {
      acknowledged(request, id, envelope);
    } else {
      SOAPEnvelope answer = tree(request, envelope);
      if (answer.hasFault()) {
        throw fault(request, envelope);
      }
      send(request, answer);
    }
    return end;
  }

  /**
   * Responds to {@code request}, whose sender has received 202. Drops the response, and logs that,
   * except for a fault if the request names an address for it.
   *
   * @throws AxisFault a response that is a fault, for that address
   */
  public static void acknowledged(MessageContext request, MessageId id, byte[] envelope)
      throws AxisFault {
    if (AddressingHelper.isFaultRedirected(request) && tree(request, envelope).hasFault()) {
      throw fault(request, envelope);
    }
    LOG.warn(
        "Dropped a handler's response to an acknowledged one-way message="
            + id
            + " service="
            + Names.service(request));
  }

  /**
   * Ends the flow of {@code request} without a response: the sender receives 202.
   *
   * @return ABORT
   */
  public static InvocationResponse accepted(MessageContext request) throws AxisFault {
    if (!request.isServerSide()) {
      throw Faults.receiver(request, "a handler may respond only to a request");
    }
    return InvocationResponse.ABORT;
  }

  private static SOAPEnvelope tree(MessageContext request, byte[] envelope) throws AxisFault {
    try {
      SOAPEnvelope answer = new WireEnvelope(envelope, Optional.empty()).tree(envelope);
      answer.build();
      return answer;
    } catch (OMException e) {
      throw Faults.receiver(
          request, "the handler's response must be a SOAP envelope: " + e.getMessage());
    }
  }

  private static void send(MessageContext request, SOAPEnvelope answer) throws AxisFault {
    MessageContext response = response(request);
    response.setEnvelope(answer);
    WsaAction.of(answer).ifPresent(response::setWSAAction);
    if (response.getOperationContext() != null) {
      AxisEngine.send(response);
      return;
    }
    // before Axis2's dispatch phase there is no operation, so only the global out flow applies
    response.setExecutionChain(
        new ArrayList<>(
            request.getConfigurationContext().getAxisConfiguration().getOutFlowPhases()));
    response.setFLOW(MessageContext.OUT_FLOW);
    AxisEngine.resumeSend(response);
    TransportUtils.setResponseWritten(request, true);
  }

  private static MessageContext response(MessageContext request) throws AxisFault {
    AxisOperation operation = request.getAxisOperation();
    if (operation != null
        && !WSDLUtil.isOutputPresentForMEP(operation.getMessageExchangePattern())) {
      return backChannel(request);
    }
    MessageContext response = MessageContextBuilder.createOutMessageContext(request);
    OperationContext exchange = request.getOperationContext();
    if (exchange != null) {
      exchange.addMessageContext(response);
    }
    return response;
  }

  /** The response to a one-way message, whose operation has none, on its own connection. */
  private static MessageContext backChannel(MessageContext request) {
    MessageContext response = request.getConfigurationContext().createMessageContext();
    response.setSessionContext(request.getSessionContext());
    response.setTransportIn(request.getTransportIn());
    response.setTransportOut(request.getTransportOut());
    response.setServerSide(true);
    response.setDoingREST(request.isDoingREST());
    response.setOperationContext(request.getOperationContext());
    response.setProperty(MessageContext.IN_MESSAGE_CONTEXT, request);
    SHARED.forEach(name -> response.setProperty(name, request.getProperty(name)));
    response.addRelatesTo(new RelatesTo(request.getOptions().getMessageId()));
    response.setTo(new EndpointReference(AddressingConstants.Final.WSA_ANONYMOUS_URL));
    return response;
  }

  /** A fault with a context that holds {@code envelope}; Axis2 sends it unchanged. */
  public static AxisFault fault(MessageContext request, byte[] envelope) throws AxisFault {
    SOAPEnvelope answer = tree(request, envelope);
    // AxisFault detaches the elements of its tree, so a second tree is parsed
    AxisFault given = new AxisFault(tree(request, envelope).getBody().getFault());
    MessageContext response = MessageContextBuilder.createFaultMessageContext(request, given);
    response.setEnvelope(answer);
    WsaAction.of(answer).ifPresent(response::setWSAAction);
    AxisFault fault = new AxisFault(given.getReason(), response);
    fault.setFaultCode(given.getFaultCode());
    return fault;
  }
}
