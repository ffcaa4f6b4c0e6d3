package org.dharch.axis2;

import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.engine.Phase;
import org.dharch.axis2.chain.ServiceChain;
import org.dharch.core.message.Direction;

/**
 * Requests that a server, and responses that a client receives. Faults too: Axis2's dispatch phase
 * goes on with the operation's phases for messages that are no faults, whatever it has (2.0.0,
 * DispatchPhase.checkPostConditions), and never comes to {@link GatewayInFaultHandler}, which is
 * for configurations without that phase.
 */
public final class GatewayInHandler extends GatewayHandler {
  private static final String NAME = "DHArchIn";

  public GatewayInHandler() {
    super(Direction.IN);
  }

  /** Whether it is {@code handler}, or the archive's shell around it: module.xml names it. */
  static boolean is(Handler handler) {
    return NAME.equals(handler.getName());
  }

  /** Whether the container goes on with it when it resumes {@code context}. */
  static boolean isNext(MessageContext context) {
    int place = context.getCurrentPhaseIndex();
    return context.getExecutionChain().get(context.getCurrentHandlerIndex()) instanceof Phase phase
        && place < phase.getHandlerCount()
        && is(phase.getHandlers().get(place));
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
