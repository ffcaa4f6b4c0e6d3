package org.dharch.axis2.message;

import java.util.Iterator;
import java.util.LinkedList;
import org.apache.axiom.attachments.Attachments;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.builder.BuilderUtil;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.kernel.RequestResponseTransport;
import org.apache.axis2.kernel.RequestResponseTransport.RequestResponseTransportStatus;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.wsdl.WSDLConstants;
import org.dharch.core.message.Direction;

/**
 * Detaches a one-way message from the transport that has already acknowledged it. The transport
 * keeps the original context, which it still reads and whose parser and attachments it closes; the
 * message goes on in a copy with nothing of the transport in it.
 */
public final class OneWay {
  /** What of the transport's is of no use, or another request's, once its thread is gone. */
  private static final String[] TRANSPORT_S_OWN = {
    RequestResponseTransport.TRANSPORT_CONTROL,
    MessageContext.TRANSPORT_IN,
    MessageContext.TRANSPORT_OUT,
    Constants.OUT_TRANSPORT_INFO,
    Constants.BUILDER,
    HTTPConstants.MC_HTTP_SERVLETREQUEST,
    HTTPConstants.MC_HTTP_SERVLETRESPONSE
  };

  private OneWay() {}

  /** Whether the message can go on without its transport, for nobody waits for an answer to it. */
  public static boolean isAcknowledged(MessageContext context, Direction flow) {
    return flow == Direction.IN
        && context.isServerSide()
        && wasAcknowledged(context)
        // the transport deletes the files when its thread comes back
        && !BuilderUtil.isAttachmentsCacheEnabled(context);
  }

  /** Whether this is one-way and its sender is told, or is to be told, 202 whatever comes of it. */
  static boolean wasAcknowledged(MessageContext context) {
    return context.getAxisOperation() != null
        && WSDL2Constants.MEP_URI_IN_ONLY.equals(
            context.getAxisOperation().getMessageExchangePattern())
        && context.getProperty(RequestResponseTransport.TRANSPORT_CONTROL)
            instanceof RequestResponseTransport transport
        && transport.getStatus().equals(RequestResponseTransportStatus.ACKED);
  }

  /** The context in which the message can go on; {@code original} stays as it is. */
  @SuppressWarnings("JdkObsolete") // the setter wants a LinkedList
  public static MessageContext copy(MessageContext original) throws AxisFault {
    Attachments attachments = original.getAttachmentMap(false);
    if (attachments != null) {
      attachments.getAllContentIDs(); // reads them all
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
    HttpProperties.copyOfHeaders(original)
        .ifPresent(headers -> copy.setProperty(MessageContext.TRANSPORT_HEADERS, headers));
    return copy;
  }

  /** The message of the operation is {@code copy} from now on. */
  public static void detach(MessageContext copy) {
    copy.getOperationContext().getMessageContexts().put(WSDLConstants.MESSAGE_LABEL_IN_VALUE, copy);
  }

  /** Ends a flow that failed while nobody was there to end it, as the engine would have. */
  public static void failed(MessageContext context, AxisFault fault) {
    context.setFailureReason(fault);
    ended(context);
  }

  /** Ends a flow that goes on nowhere, as the engine would have. */
  public static void ended(MessageContext context) {
    for (Iterator<Handler> phases = context.getExecutedPhases(); phases.hasNext(); ) {
      phases.next().flowComplete(context);
    }
    context.resetExecutedPhases();
  }
}
