package org.dharch.axis2.delivery;

import java.util.Iterator;
import java.util.Optional;
import org.apache.axiom.soap.RolePlayer;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.MessageReceiver;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.axis2.envelope.Faults;
import org.dharch.core.DHManager;
import org.dharch.core.message.Outcome;

/**
 * Stands behind all handlers of one message, and before its service, or its transport: there the
 * manager hears that it is handed over. Whatever of the container's stands between DHArch and this
 * may still refuse the message, and what its distributed handlers did is compensated then.
 */
public final class HandOverHandler extends AbstractHandler {
  private final DHManager manager;
  private final Outcome.Completed outcome;

  private HandOverHandler(DHManager manager, Outcome.Completed outcome) {
    this.manager = manager;
    this.outcome = outcome;
  }

  /** Puts one at the end of {@code context}'s chain, if the manager waits for what it says. */
  public static void addTo(MessageContext context, Outcome outcome, DHManager manager) {
    if (outcome instanceof Outcome.Completed completed && manager.awaitsHandOver(completed.id())) {
      context.getExecutionChain().add(new HandOverHandler(manager, completed));
    }
  }

  /** The flow of {@code context} is over: if it did not come to its end, the manager hears so. */
  public static void flowComplete(MessageContext context, String reason) {
    if (context.getExecutionChain() == null) {
      return;
    }
    for (Object each : context.getExecutionChain()) {
      if (each instanceof HandOverHandler last && last.manager.awaitsHandOver(last.outcome.id())) {
        last.manager.undelivered(last.outcome, reason);
      }
    }
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    if (isRefusedNext(context)) {
      return InvocationResponse.CONTINUE; // and flowComplete hears of it
    }
    if (manager.handOver(outcome) instanceof Outcome.Failed failed) {
      throw Faults.failed(context, failed.fault(), Optional.of(failed.id()));
    }
    return InvocationResponse.CONTINUE;
  }

  /**
   * Whether the engine itself refuses the message behind the last handler, as AxisEngine does: for
   * want of a service's receiver, or for a header block that must be understood and was not. JAX-WS
   * looks at those itself.
   */
  private static boolean isRefusedNext(MessageContext context) {
    if (!context.isServerSide() || context.getFLOW() != MessageContext.IN_FLOW) {
      return false;
    }
    MessageReceiver receiver = context.getAxisOperation().getMessageReceiver();
    if (receiver == null) {
      return true;
    }
    return !receiver.getClass().getName().endsWith("JAXWSMessageReceiver")
        && isNotUnderstood(context);
  }

  private static boolean isNotUnderstood(MessageContext context) {
    SOAPHeader header = context.getEnvelope().getHeader();
    if (header == null) {
      return false;
    }
    Object roles =
        context
            .getConfigurationContext()
            .getAxisConfiguration()
            .getParameterValue(Constants.SOAP_ROLE_PLAYER_PARAMETER);
    Iterator<?> blocks = header.getHeadersToProcess((RolePlayer) roles);
    while (blocks.hasNext()) {
      SOAPHeaderBlock block = (SOAPHeaderBlock) blocks.next();
      if (block.getMustUnderstand() && !block.isProcessed()) {
        return true;
      }
    }
    return false;
  }
}
