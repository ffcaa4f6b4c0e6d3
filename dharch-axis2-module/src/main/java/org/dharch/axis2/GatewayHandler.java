package org.dharch.axis2;

import java.time.Duration;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.axis2.chain.ServiceChain;
import org.dharch.axis2.delivery.HandOverHandler;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.Flows;
import org.dharch.axis2.message.BusyReply;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;

/**
 * DHArch's handler in each of Axis2's four flows. The message leaves the container's handler chain
 * here and returns when its distributed handlers have run; see docs/adr/0001. Faults that a client
 * receives usually pass the handler of the in flow: Axis2's dispatch phase (2.0.0,
 * DispatchPhase.checkPostConditions) continues with the in phases of the operation for every
 * message.
 */
public final class GatewayHandler extends AbstractHandler {
  private static final Fault GONE =
      new Fault(Fault.Code.SHUT_DOWN, "", "module dharch was shut down");

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** Called by Axis2. */
  public GatewayHandler() {}

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    Direction flow = Flows.of(context);
    Optional<WaitingContext> resumed = WaitingContext.resumed(context, flow);
    if (resumed.isPresent()) {
      resumed.get().apply(resumed.get().end().join());
      return InvocationResponse.CONTINUE;
    }
    return flow.isInbound() ? inbound(context, flow) : outbound(context, flow);
  }

  private InvocationResponse inbound(MessageContext context, Direction flow) throws AxisFault {
    boolean stays = false;
    try {
      InvocationResponse response = ServiceChain.pass(context, flow);
      if (response.equals(InvocationResponse.CONTINUE)) {
        response = distributed(context, flow);
      }
      stays = !response.equals(InvocationResponse.ABORT);
      return response;
    } finally {
      if (!stays) { // otherwise flowComplete ends the chain
        ServiceChain.over(context);
      }
    }
  }

  private InvocationResponse outbound(MessageContext context, Direction flow) throws AxisFault {
    InvocationResponse response =
        flow == Direction.OUT_FAULT ? faultDistributed(context) : distributed(context, flow);
    return response.equals(InvocationResponse.CONTINUE)
        ? ServiceChain.pass(context, flow)
        : response;
  }

  /**
   * Distributes a fault that a server sends. DHArch's own fault replaces one that its orchestration
   * cannot handle, because an outbound fault has no other way to report an error.
   */
  private InvocationResponse faultDistributed(MessageContext context) throws AxisFault {
    try {
      return distributed(context, Direction.OUT_FAULT);
    } catch (Faults.GatewayFault fault) {
      context.setEnvelope(fault.envelope(context));
      return InvocationResponse.CONTINUE;
    }
  }

  private InvocationResponse distributed(MessageContext context, Direction flow) throws AxisFault {
    if (flow == Direction.OUT_FAULT && BusyReply.isDue(context)) {
      BusyReply.send(context);
      if (BusyReply.isBusy(context)) {
        return InvocationResponse.CONTINUE;
      }
    }
    Optional<Axis2Gateway> gateway = DHArchModule.gateway(context.getConfigurationContext());
    if (gateway.isEmpty()) {
      if (ServiceChain.isAlone(context.getAxisService())) {
        return InvocationResponse.CONTINUE; // its service has no distributed handlers
      }
      if (flow == Direction.IN) { // the container is stopping; later another one may respond
        return BusyReply.of(context, FaultReply.failed(GONE), RETRY_AFTER);
      }
      throw Faults.failed(context, GONE);
    }
    InvocationResponse response = gateway.get().pass(context, flow);
    if (flow == Direction.OUT && !context.isServerSide()) {
      OneWayResponse.await(context);
    }
    return response;
  }

  /** Called by the engine when the flow has ended or failed; an in flow ends after the service. */
  @Override
  public void flowComplete(MessageContext context) {
    Exception why = context.getFailureReason();
    HandOverHandler.flowComplete(
        context,
        why == null
            ? "a handler behind DHArch's ended its flow"
            : "refused behind DHArch: " + why.getMessage());
    Direction flow = Flows.of(context);
    if (flow.isInbound()) {
      ServiceChain.over(context);
      DHArchModule.gateway(context.getConfigurationContext())
          .ifPresent(gateway -> gateway.answered(context));
    } else if (flow == Direction.OUT && !context.isServerSide()) {
      OneWayResponse.take(context);
    }
  }
}
