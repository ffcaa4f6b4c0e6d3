package org.dharch.axis2.message;

import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import org.apache.axiom.om.OMException;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
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
 * Sends a handler's own answer to a request, as Axis2 sends a service's: through the out flow, with
 * all its handlers, and through the out-fault flow if it is a fault. The service is not called.
 */
public final class HandlerResponseReply {
  private static final Log LOG = LogFactory.getLog(HandlerResponseReply.class);

  /** What the response has in common with its request, whoever makes it. */
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
   * Answers {@code request}.
   *
   * @param id the message's
   * @param envelope in UTF-8; empty: its sender hears that it was accepted, and nothing else
   * @return how Axis2 goes on: it ends the request's flow
   * @throws AxisFault the answer, if that is a fault: Axis2 sends it; or why it could not be sent
   */
  public static InvocationResponse of(
      MessageContext request, MessageId id, Optional<byte[]> envelope) throws AxisFault {
    if (!request.isServerSide()) {
      throw Faults.receiver(request, "a handler answered a response; only a request has an answer");
    }
    if (envelope.isPresent() && OneWay.wasAcknowledged(request)) {
      dropped(request, id);
    } else if (envelope.isPresent()) {
      SOAPEnvelope answer = tree(request, envelope.get());
      if (answer.hasFault()) {
        throw fault(request, envelope.get());
      }
      send(request, answer);
    }
    return InvocationResponse.ABORT; // that is 202 where nothing was sent
  }

  private static SOAPEnvelope tree(MessageContext request, byte[] envelope) throws AxisFault {
    try {
      SOAPEnvelope answer = new WireEnvelope(envelope, Optional.empty()).tree(envelope);
      answer.build();
      return answer;
    } catch (OMException e) {
      throw Faults.receiver(request, "the handler's answer is no envelope: " + e.getMessage());
    }
  }

  /** Tells of an answer that nobody is there for any more. */
  public static void dropped(MessageContext request, MessageId id) {
    LOG.warn(
        "message "
            + id
            + " for service "
            + Names.service(request)
            + " was answered by a handler, but it is one-way and was acknowledged before: the"
            + " answer is dropped");
  }

  private static void send(MessageContext request, SOAPEnvelope answer) throws AxisFault {
    MessageContext response = response(request);
    response.setEnvelope(answer);
    WsaAction.of(answer).ifPresent(response::setWSAAction);
    if (response.getOperationContext() != null) {
      AxisEngine.send(response);
      return;
    }
    // before Axis2's dispatch phase: there is no operation yet, and no out flow but that of all
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

  /** A one-way message's answer, of which its operation knows nothing: back to where it came. */
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

  /** The fault that Axis2 sends as it is: with its context, in which {@code envelope} is. */
  public static AxisFault fault(MessageContext request, byte[] envelope) throws AxisFault {
    SOAPEnvelope answer = tree(request, envelope);
    // takes the elements out of the tree that it is made of
    AxisFault said = new AxisFault(tree(request, envelope).getBody().getFault());
    MessageContext response = MessageContextBuilder.createFaultMessageContext(request, said);
    response.setEnvelope(answer);
    WsaAction.of(answer).ifPresent(response::setWSAAction);
    AxisFault fault = new AxisFault(said.getReason(), response);
    fault.setFaultCode(said.getFaultCode());
    return fault;
  }
}
