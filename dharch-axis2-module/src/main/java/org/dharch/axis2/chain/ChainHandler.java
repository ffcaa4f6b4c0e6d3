package org.dharch.axis2.chain;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.api.Limits;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.NonEnvelopeContent;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.settings.Parameters;

/**
 * A native handler ({@link org.dharch.api.DHHandler}) in Axis2's own chain, without a manager, a
 * node or an orchestration: where the phase puts it, on the container's thread. It is named by the
 * handler's parameter {@value #HANDLER}; parameters of other names than {@code dharch.*} are its
 * own. It may answer a request, or accept it. It cannot put its message off, and cannot send
 * messages of its own; that is said when it tries. It is told of no message's end.
 *
 * <p>See docs/axis2-module.md, "Native handlers in Axis2's own chain". Safe for any thread, if the
 * handler is.
 */
public final class ChainHandler extends AbstractHandler {
  /** The parameter that names the handler's class. */
  public static final String HANDLER = "dharch.handler";

  /** The parameter that bounds an envelope's bytes. */
  public static final String MAX_PAYLOAD_BYTES = "dharch.maxPayloadBytes";

  private volatile ChainedHandler chained;

  /** Axis2 makes it. */
  public ChainHandler() {}

  /**
   * Makes the handler, and initialises it.
   *
   * @throws DHArchException naming the parameter and what is allowed, or why the handler refuses
   */
  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    Map<String, String> own = new LinkedHashMap<>();
    Map<String, String> ours = new LinkedHashMap<>();
    for (Parameter parameter : description.getParameters()) {
      boolean mine = parameter.getName().startsWith(Parameters.PREFIX);
      (mine ? ours : own).put(parameter.getName(), String.valueOf(parameter.getValue()).strip());
    }
    String where = "handler " + description.getName() + " of Axis2's chain";
    String className = ours.remove(HANDLER);
    String max = ours.remove(MAX_PAYLOAD_BYTES);
    if (!ours.isEmpty()) {
      throw new DHArchException(
          where
              + ": parameter '"
              + ours.keySet().iterator().next()
              + "' is unknown; of the names dharch.* are allowed "
              + HANDLER
              + ", "
              + MAX_PAYLOAD_BYTES);
    }
    if (className == null || className.isEmpty()) {
      throw new DHArchException(
          where
              + " has no parameter '"
              + HANDLER
              + "'; it names the class of a DHHandler (Axis2 reads parameters only of a handler"
              + " that has an <order> element)");
    }
    chained = new ChainedHandler(description, where, className, own, limits(where, max));
  }

  private static Limits limits(String where, String max) {
    if (max == null) {
      return Limits.DEFAULT;
    }
    try {
      return Limits.DEFAULT.maxPayloadBytes(Integer.parseInt(max));
    } catch (IllegalArgumentException e) {
      throw new DHArchException(
          where + ": " + MAX_PAYLOAD_BYTES + "=" + max + "; 1 to 2147483647 is allowed", e);
    }
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    Direction flow = flow(context);
    NonEnvelopeContent.reject(context, flow);
    if (context.getEnvelope() == null) {
      return InvocationResponse.CONTINUE;
    }
    try {
      return chained.invoke(context, flow);
    } catch (Faults.GatewayFault fault) {
      if (flow != Direction.OUT_FAULT) {
        throw fault;
      }
      context.setEnvelope(fault.envelope(context)); // it has no other way back
      return InvocationResponse.CONTINUE;
    }
  }

  private static Direction flow(MessageContext context) {
    return switch (context.getFLOW()) {
      case MessageContext.OUT_FLOW -> Direction.OUT;
      case MessageContext.IN_FAULT_FLOW -> Direction.IN_FAULT;
      case MessageContext.OUT_FAULT_FLOW -> Direction.OUT_FAULT;
      default -> Direction.IN;
    };
  }
}
