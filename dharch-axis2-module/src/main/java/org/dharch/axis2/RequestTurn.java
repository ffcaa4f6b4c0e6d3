package org.dharch.axis2;

import java.util.Optional;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.dharch.api.MessageId;
import org.dharch.api.SoapProperties;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.WindowScope;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;

/**
 * A request's turn, from its selection to its service's answer: the operation's context remembers
 * the request, so that its answer is executed in the same slot, and frees it.
 */
final class RequestTurn {
  private static final String PROPERTY = "org.dharch.axis2.turn";

  private RequestTurn() {}

  /** Whether this message waits for its turn even if it has no handler. */
  static boolean isTaken(FlowControl flow, MessageContext context, Direction way) {
    return flow.scope() == WindowScope.REQUEST && way == Direction.IN && context.isServerSide();
  }

  /** The request {@code id} is with its service from now on. */
  static void begins(MessageContext context, Direction way, MessageId id) {
    OperationContext operation = context.getOperationContext();
    if (way == Direction.IN && operation != null) {
      operation.setProperty(PROPERTY, id);
    }
  }

  /** {@code submission}, in the slot of the request that it answers, or whose service sent it. */
  static Submission within(Submission submission, MessageContext context, Direction way) {
    return way == Direction.IN
        ? submission.withinHeader(header(submission, context))
        : of(context).map(submission::within).orElse(submission);
  }

  /** What a request to this server says of the request whose service sent it; null if nothing. */
  private static String header(Submission submission, MessageContext context) {
    String said = submission.properties().text(SoapProperties.HTTP_HEADER + Submission.WITHIN, "");
    return context.isServerSide() && !said.isEmpty() ? said : null;
  }

  /** The request to whose operation this message belongs. */
  static Optional<MessageId> of(MessageContext context) {
    OperationContext operation = context.getOperationContext();
    return operation != null && operation.getLocalProperty(PROPERTY) instanceof MessageId id
        ? Optional.of(id)
        : Optional.empty();
  }
}
