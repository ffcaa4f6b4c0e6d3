package org.dharch.axis2.delivery;

import java.util.Map;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.wsdl.WSDLConstants;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.axis2.message.HttpProperties;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;

/**
 * Tracks the slot of a request from its selection to its response. The context of the operation
 * stores the request, so that its response is executed in the same slot and frees it.
 */
public final class RequestSlot {
  private static final String PROPERTY = "org.dharch.axis2.slot";

  /** The property for the header of calls that the service makes. */
  private static final String WITHIN = "org.dharch.axis2.within";

  private RequestSlot() {}

  /** Whether this message takes a slot even if it has no handler. */
  public static boolean isTaken(FlowControl flow, MessageContext context, Direction way) {
    return flow.scope() == ConcurrencyLimitScope.REQUEST
        && way == Direction.IN
        && context.isServerSide();
  }

  /** Stores that the request {@code id} is with its service. */
  public static void begins(MessageContext context, Direction way, MessageId id) {
    OperationContext operation = context.getOperationContext();
    if (way == Direction.IN && operation != null) {
      operation.setProperty(PROPERTY, id);
      MessageProperties deep =
          operation.getLocalProperty(CallDepth.PROPERTY) instanceof Integer depth
              ? MessageProperties.empty().with(CallDepth.PROPERTY, depth)
              : MessageProperties.empty();
      operation.setProperty(WITHIN, CallDepth.ofServicesCall(id, deep));
    }
  }

  /**
   * Returns {@code submission} in the slot of the request that it answers or that caused it. A
   * response to a request without handlers uses the slot of the request that caused its own.
   */
  public static Submission within(Submission submission, MessageContext context, Direction way) {
    OperationContext operation = context.getOperationContext();
    if (way == Direction.IN) {
      Submission within = submission.withinHeader(withinHeader(context).orElse(null));
      int depth = CallDepth.of(within.properties());
      if (depth > 0 && operation != null) {
        operation.setProperty(CallDepth.PROPERTY, depth); // for the response
      }
      return within;
    }
    return of(context)
        .map(submission::within)
        .orElseGet(() -> submission.withinHeader(withinHeader(request(operation)).orElse(null)));
  }

  private static MessageContext request(OperationContext operation) {
    try {
      return operation == null
          ? null
          : operation.getMessageContext(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
    } catch (AxisFault e) {
      return null; // the operation has no request
    }
  }

  /** The value of the header {@link Submission#WITHIN} of a request to this server. */
  public static Optional<String> withinHeader(MessageContext request) {
    if (request == null || !request.isServerSide()) {
      return Optional.empty();
    }
    return HttpProperties.requestHeaders(request).entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(Submission.WITHIN))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** The request of this message's operation. */
  public static Optional<MessageId> of(MessageContext context) {
    OperationContext operation = context.getOperationContext();
    return operation != null && operation.getLocalProperty(PROPERTY) instanceof MessageId id
        ? Optional.of(id)
        : Optional.empty();
  }
}
