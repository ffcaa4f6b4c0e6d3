package org.dharch.axis2;

import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.axis2.chain.ServiceChain;
import org.dharch.axis2.delivery.HandOverHandler;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.message.SubmittedMessage;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;

/**
 * DHArch's place in one of Axis2's flows. The message leaves the container's handler chain here and
 * comes back when its distributed handlers have performed; see docs/adr/0001.
 */
abstract class GatewayHandler extends AbstractHandler {
  private static final Fault GONE =
      new Fault(Fault.Code.SHUT_DOWN, "", "module dharch was shut down");

  private final Direction flow;

  GatewayHandler(Direction flow) {
    this.flow = flow;
  }

  @Override
  public final InvocationResponse invoke(MessageContext context) throws AxisFault {
    Optional<SubmittedMessage> resumed = SubmittedMessage.resumed(context, flow(context));
    if (resumed.isPresent()) {
      resumed.get().apply(resumed.get().end().join());
      return InvocationResponse.CONTINUE;
    }
    Direction way = flow(context);
    return way.comes() ? comes(context, way) : goes(context, way);
  }

  private InvocationResponse comes(MessageContext context, Direction way) throws AxisFault {
    boolean stays = false;
    try {
      InvocationResponse goesOn = ServiceChain.pass(context, way);
      if (goesOn.equals(InvocationResponse.CONTINUE)) {
        goesOn = distributed(context);
      }
      stays = !goesOn.equals(InvocationResponse.ABORT);
      return goesOn;
    } finally {
      if (!stays) {
        ServiceChain.over(context);
      } // else flowComplete
    }
  }

  private InvocationResponse goes(MessageContext context, Direction way) throws AxisFault {
    InvocationResponse goesOn = distributed(context);
    return goesOn.equals(InvocationResponse.CONTINUE) ? ServiceChain.pass(context, way) : goesOn;
  }

  private InvocationResponse distributed(MessageContext context) throws AxisFault {
    Optional<Axis2Gateway> gateway = DHArchModule.gateway(context.getConfigurationContext());
    if (gateway.isEmpty() && ServiceChain.isAlone(context.getAxisService())) {
      return InvocationResponse.CONTINUE; // it has no others
    }
    return gateway.isPresent() ? pass(gateway.get(), context) : withoutGateway(context);
  }

  /** The container is ending. A message does not go on without its handlers. */
  InvocationResponse withoutGateway(MessageContext context) throws AxisFault {
    throw Faults.failed(context, GONE, Optional.empty());
  }

  /** The engine calls this when the flow is over, whether it came to its end or failed. */
  @Override
  public void flowComplete(MessageContext context) {
    Exception why = context.getFailureReason();
    HandOverHandler.flowComplete(
        context,
        why == null
            ? "a handler behind DHArch's ended its flow"
            : "refused behind DHArch: " + why.getMessage());
  }

  /** Lets {@code context}'s message go its way through {@code gateway}. */
  InvocationResponse pass(Axis2Gateway gateway, MessageContext context) throws AxisFault {
    return gateway.pass(context, flow(context));
  }

  /** The flow in which this handler is invoked. */
  Direction flow(MessageContext context) {
    return flow;
  }
}
