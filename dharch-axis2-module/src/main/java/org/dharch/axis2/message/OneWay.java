package org.dharch.axis2.message;

import java.util.Iterator;
import java.util.LinkedList;
import org.apache.axiom.attachments.Attachments;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.builder.BuilderUtil;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.kernel.RequestResponseTransport;
import org.apache.axis2.kernel.RequestResponseTransport.RequestResponseTransportStatus;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.wsdl.WSDLConstants;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Direction;

/**
 * Detaches a one-way message from the transport that has already acknowledged it. The transport
 * keeps the original context and closes its parser and attachments; the message continues in a copy
 * without the transport.
 */
public final class OneWay {
  /** Properties of the transport that are invalid after its thread has returned. */
  private static final String[] TRANSPORT_S_OWN = {
    RequestResponseTransport.TRANSPORT_CONTROL,
    MessageContext.TRANSPORT_IN,
    MessageContext.TRANSPORT_OUT,
    Constants.OUT_TRANSPORT_INFO,
    Constants.BUILDER
  };

  private OneWay() {}

  /** Whether the message can continue without its transport. */
  public static boolean isAcknowledged(MessageContext context, Direction flow) {
    return flow == Direction.IN
        && context.isServerSide()
        && wasAcknowledged(context)
        // the transport deletes the files when its thread returns
        && !BuilderUtil.isAttachmentsCacheEnabled(context);
  }

  public static boolean isOneWay(AxisOperation operation) {
    return WSDL2Constants.MEP_URI_IN_ONLY.equals(operation.getMessageExchangePattern());
  }

  /** Whether this is one-way and its sender has received, or will receive, 202 in any case. */
  static boolean wasAcknowledged(MessageContext context) {
    return context.getAxisOperation() != null
        && isOneWay(context.getAxisOperation())
        && context.getProperty(RequestResponseTransport.TRANSPORT_CONTROL)
            instanceof RequestResponseTransport transport
        && transport.getStatus().equals(RequestResponseTransportStatus.ACKED);
  }

  /** Copies {@code original} for a message that continues without its transport. */
  @SuppressWarnings("JdkObsolete") // the setter wants a LinkedList
  public static MessageContext copy(MessageContext original) throws AxisFault {
    Attachments attachments = original.getAttachmentMap(false);
    if (attachments != null) {
      attachments.getAllContentIDs(); // reads all of them
    }
    MessageContext copy = original.extractCopyMessageContext();
    copy.setConfigurationContext(original.getConfigurationContext());
    copy.setServiceGroupContext(original.getServiceGroupContext());
    copy.setServiceContext(original.getServiceContext());
    copy.setOperationContext(original.getOperationContext());
    copy.setAxisService(original.getAxisService());
    copy.setAxisOperation(original.getAxisOperation());
    LinkedList<Handler> executed = new LinkedList<>();
    original.getExecutedPhases().forEachRemaining(executed::add);
    copy.setExecutedPhasesExplicit(executed);
    for (String name : TRANSPORT_S_OWN) {
      copy.removeProperty(name);
    }
    if (original.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST) != null) {
      DetachedRequest.replace(original, copy);
    }
    HttpProperties.copyOfHeaders(original)
        .ifPresent(headers -> copy.setProperty(MessageContext.TRANSPORT_HEADERS, headers));
    return copy;
  }

  /**
   * Gives {@code context}, which has no transport, the HTTP request of the message when it was
   * stored, if its servlet had one.
   */
  public static void restoreRequest(MessageContext context, MessageProperties stored) {
    if (stored.get(SoapProperties.HTTP_METHOD).isPresent()
        && context.getConfigurationContext().getProperty(Constants.CONTAINER_MANAGED) != null) {
      DetachedRequest.restore(context, stored);
    }
  }

  /** Makes {@code copy} the request of its operation. */
  public static void detach(MessageContext copy) {
    copy.getOperationContext().getMessageContexts().put(WSDLConstants.MESSAGE_LABEL_IN_VALUE, copy);
  }

  /** Ends a failed flow as the engine would. */
  public static void failed(MessageContext context, AxisFault fault) {
    context.setFailureReason(fault);
    ended(context);
  }

  /** Ends a flow as the engine would. */
  public static void ended(MessageContext context) {
    for (Iterator<Handler> phases = context.getExecutedPhases(); phases.hasNext(); ) {
      phases.next().flowComplete(context);
    }
    context.resetExecutedPhases();
  }
}
