package org.dharch.axis2;

import org.apache.axis2.context.MessageContext;
import org.dharch.axis2.chain.ServiceChain;
import org.dharch.core.message.Direction;

/**
 * Requests that a server, and responses that a client receives. Faults too: Axis2's dispatch phase
 * goes on with the operation's phases for messages that are no faults, whatever it has (2.0.0,
 * DispatchPhase.checkPostConditions), and never comes to {@link GatewayInFaultHandler}, which is
 * for configurations without that phase.
 */
public final class GatewayInHandler extends GatewayHandler {
  public GatewayInHandler() {
    super(Direction.IN);
  }

  @Override
  Direction flow(MessageContext context) {
    return context.getFLOW() == MessageContext.IN_FAULT_FLOW ? Direction.IN_FAULT : Direction.IN;
  }

  /** The engine calls this when the service has answered, and when it or a handler has failed. */
  @Override
  public void flowComplete(MessageContext context) {
    super.flowComplete(context);
    ServiceChain.over(context);
    DHArchModule.gateway(context.getConfigurationContext())
        .ifPresent(gateway -> gateway.answered(context));
  }
}
