package org.dharch.axis2.envelope;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.wsdl.WSDLConstants;
import org.dharch.core.message.Direction;

/** Converts Axis2's flows. Stateless, safe for any thread. */
public final class Flows {
  private Flows() {}

  /** Returns the flow of {@code context} as a direction. */
  public static Direction of(MessageContext context) {
    return switch (context.getFLOW()) {
      case MessageContext.OUT_FLOW -> Direction.OUT;
      case MessageContext.IN_FAULT_FLOW -> Direction.IN_FAULT;
      case MessageContext.OUT_FAULT_FLOW -> Direction.OUT_FAULT;
      default -> Direction.IN;
    };
  }

  /** The request that {@code context}, one of a server, belongs to; null if there is none. */
  public static MessageContext request(MessageContext context) throws AxisFault {
    if (context.getFLOW() == MessageContext.IN_FLOW) {
      return context;
    }
    Object request = context.getProperty(MessageContext.IN_MESSAGE_CONTEXT);
    if (request instanceof MessageContext found) {
      return found;
    }
    return context.getOperationContext() == null
        ? null
        : context.getOperationContext().getMessageContext(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
  }
}
