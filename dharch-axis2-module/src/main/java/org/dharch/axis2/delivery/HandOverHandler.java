package org.dharch.axis2.delivery;

import java.util.Iterator;
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
 * Reports to the manager that a message is handed over to its service or transport. Runs after all
 * handlers of the message. A handler of the container between DHArch and this one may still reject
 * the message; then its distributed handlers are compensated.
 */
public final class HandOverHandler extends AbstractHandler {
  private final DHManager manager;
  private final Outcome.Completed outcome;

  private HandOverHandler(DHManager manager, Outcome.Completed outcome) {
    this.manager = manager;
    this.outcome = outcome;
  }

  /** Adds one to the end of {@code context}'s chain if the manager waits for its report. */
  public static void addTo(MessageContext context, Outcome outcome, DHManager manager) {
    if (outcome instanceof Outcome.Completed completed && manager.awaitsHandOver(completed.id())) {
      context.getExecutionChain().add(new HandOverHandler(manager, completed));
    }
  }

  /** Reports a message whose flow has ended before its handover. */
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
      return InvocationResponse.CONTINUE; // flowComplete reports it
    }
    if (manager.handOver(outcome) instanceof Outcome.Failed failed) {
      throw Faults.failed(context, failed.fault(), failed.id());
    }
    return InvocationResponse.CONTINUE;
  }

  /**
   * Whether AxisEngine rejects the message after the last handler: because its operation has no
   * receiver or a mandatory header block was not processed. JAX-WS checks header blocks itself.
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
