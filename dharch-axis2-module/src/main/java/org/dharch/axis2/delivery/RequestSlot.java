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
 * A request's turn, from its selection to its service's answer: the operation's context remembers
 * the request, so that its answer is executed in the same slot, and frees it.
 */
public final class RequestSlot {
  private static final String PROPERTY = "org.dharch.axis2.slot";

  /** What the header of calls is to say that the request's service makes. */
  private static final String WITHIN = "org.dharch.axis2.within";

  private RequestSlot() {}

  /** Whether this message waits for its turn even if it has no handler. */
  public static boolean isTaken(FlowControl flow, MessageContext context, Direction way) {
    return flow.scope() == ConcurrencyLimitScope.REQUEST
        && way == Direction.IN
        && context.isServerSide();
  }

  /** The request {@code id} is with its service from now on. */
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
   * {@code submission}, in the slot of the request that it answers, or whose service or handler
   * sent it; an answer whose request met no handler, in that of the request which its own is for.
   */
  public static Submission within(Submission submission, MessageContext context, Direction way) {
    OperationContext operation = context.getOperationContext();
    if (way == Direction.IN) {
      Submission within = submission.withinHeader(withinHeader(context).orElse(null));
      int depth = CallDepth.of(within.properties());
      if (depth > 0 && operation != null) {
        operation.setProperty(CallDepth.PROPERTY, depth); // its answer is as deep
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
      return null; // its operation has none
    }
  }

  /** What a request to this server says of the request that it is for. */
  public static Optional<String> withinHeader(MessageContext request) {
    if (request == null || !request.isServerSide()) {
      return Optional.empty();
    }
    return HttpProperties.requestHeaders(request).entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(Submission.WITHIN))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** The request to whose operation this message belongs. */
  public static Optional<MessageId> of(MessageContext context) {
    OperationContext operation = context.getOperationContext();
    return operation != null && operation.getLocalProperty(PROPERTY) instanceof MessageId id
        ? Optional.of(id)
        : Optional.empty();
  }
}
