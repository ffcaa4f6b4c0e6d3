package org.dharch.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.core.message.Direction;

/** Responses on a server, requests on a client. */
public final class GatewayOutHandler extends GatewayHandler {
  public GatewayOutHandler() {
    super(Direction.OUT);
  }

  @Override
  InvocationResponse pass(Axis2Gateway gateway, MessageContext context) throws AxisFault {
    InvocationResponse goesOn = super.pass(gateway, context);
    OneWayResponse.await(context);
    return goesOn;
  }

  /** The engine calls this when the message was sent, and when that or a handler has failed. */
  @Override
  public void flowComplete(MessageContext context) {
    super.flowComplete(context);
    OneWayResponse.take(context);
  }
}
