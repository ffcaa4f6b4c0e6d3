package org.dharch.axis2.message;

import java.util.List;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.engine.Phase;

/** The way of a fault to the client: what other modules have to do with it. */
final class OutFaultFlow {
  private static final String ADDRESSING =
      "org.apache.axis2.handlers.addressing.AddressingOutHandler";

  /** The name of DHArch's handler, or of the archive's shell around it, in module.xml. */
  private static final String GATEWAY = "DHArchOutFault";

  private OutFaultFlow() {}

  /**
   * Whether a fault of DHArch's own about {@code request} would go out as it was made: the request
   * has no header that could ask for one, and nobody else's handler would see it. The one of
   * WS-Addressing, which is nearly always there, has nothing to do where the request did not use
   * it.
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
