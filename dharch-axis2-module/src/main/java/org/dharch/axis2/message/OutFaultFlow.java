package org.dharch.axis2.message;

import java.util.List;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.engine.Phase;

/** Inspects the out-fault flow for handlers of other modules. */
final class OutFaultFlow {
  private static final String ADDRESSING =
      "org.apache.axis2.handlers.addressing.AddressingOutHandler";

  /** The name of DHArch's handler in module.xml. */
  private static final String GATEWAY = "DHArchOutFault";

  private OutFaultFlow() {}

  /**
   * Whether a fault for {@code request} would be sent unchanged: the request has no header, and no
   * handler of another module processes the fault. The handler of WS-Addressing, which is nearly
   * always present, is idle if the request did not use addressing.
   */
  static boolean addsNothing(MessageContext request) {
    SOAPHeader header = request.getEnvelope().getHeader();
    return (header == null || header.getFirstElement() == null)
        && request.getAxisOperation() != null
        && isOurs(request, request.getAxisOperation().getPhasesOutFaultFlow())
        && isOurs(
            request,
            request.getConfigurationContext().getAxisConfiguration().getOutFaultFlowPhases());
  }

  private static boolean isOurs(MessageContext request, List<?> phases) {
    for (Object each : phases) {
      if (!(each instanceof Phase phase)
          || !phase.getHandlers().stream().allMatch(handler -> isIdle(request, handler))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIdle(MessageContext request, Handler handler) {
    return GATEWAY.equals(handler.getName())
        || (handler.getClass().getName().equals(ADDRESSING)
            && request.isPropertyTrue(AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES));
  }
}
