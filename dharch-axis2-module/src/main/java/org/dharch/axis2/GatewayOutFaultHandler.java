package org.dharch.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.message.BusyReply;
import org.dharch.core.message.Direction;

/**
 * Faults that a server sends. A fault that cannot be treated as its orchestration asks does not go
 * out as it is: DHArch's own takes its place, since a fault on the way out has no other way back.
 */
public final class GatewayOutFaultHandler extends GatewayHandler {
  public GatewayOutFaultHandler() {
    super(Direction.OUT_FAULT);
  }

  @Override
  InvocationResponse pass(Axis2Gateway gateway, MessageContext context) throws AxisFault {
    if (BusyReply.isDue(context)) {
      BusyReply.send(context);
      return InvocationResponse.CONTINUE;
    }
    try {
      return super.pass(gateway, context);
    } catch (Faults.GatewayFault fault) {
      return instead(fault, context);
    }
  }

  @Override
  InvocationResponse withoutGateway(MessageContext context) throws AxisFault {
    try {
      return super.withoutGateway(context);
    } catch (Faults.GatewayFault fault) {
      return instead(fault, context);
    }
  }

  private static InvocationResponse instead(Faults.GatewayFault fault, MessageContext context)
      throws AxisFault {
    context.setEnvelope(fault.envelope(context));
    return InvocationResponse.CONTINUE;
  }
}
