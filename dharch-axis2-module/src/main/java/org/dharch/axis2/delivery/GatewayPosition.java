package org.dharch.axis2.delivery;

import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.engine.Phase;

/** Finds DHArch's request handler in Axis2's execution chain. */
final class GatewayPosition {
  /** The handler's name in module.xml. */
  private static final String NAME = "DHArchIn";

  private GatewayPosition() {}

  static boolean isGateway(Handler handler) {
    return NAME.equals(handler.getName());
  }

  /** Whether Axis2 invokes DHArch's handler next when it resumes {@code context}. */
  static boolean isNext(MessageContext context) {
    int place = context.getCurrentPhaseIndex();
    return context.getExecutionChain().get(context.getCurrentHandlerIndex()) instanceof Phase phase
        && place < phase.getHandlerCount()
        && isGateway(phase.getHandlers().get(place));
  }
}
