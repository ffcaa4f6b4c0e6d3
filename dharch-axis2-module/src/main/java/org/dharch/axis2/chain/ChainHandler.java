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
import org.dharch.axis2.envelope.Flows;
import org.dharch.axis2.envelope.NonEnvelopeContent;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.settings.Parameters;

/**
 * Runs a native handler ({@link org.dharch.api.DHHandler}) in Axis2's own chain, on the container's
 * thread, without a manager, a node or an orchestration. The parameter {@value #HANDLER} names its
 * class; parameters not named {@code dharch.*} are its own. It may respond to a request or accept
 * it. Deferring a message and emitting messages throw. It receives no completion callback.
 *
 * <p>See docs/axis2-module.md, "Native handlers in Axis2's own chain". Safe for any thread, if the
 * handler is.
 */
public final class ChainHandler extends AbstractHandler {
  /** The parameter that names the handler's class. */
  public static final String HANDLER = "dharch.handler";

  /** The parameter with the largest size of an envelope in bytes. */
  public static final String MAX_PAYLOAD_BYTES = "dharch.maxPayloadBytes";

  private volatile ChainedHandler chained;

  /** Called by Axis2. */
  public ChainHandler() {}

  /**
   * Creates and initializes the handler.
   *
   * @throws DHArchException if a parameter is invalid or the handler does not start
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
              + ": unknown parameter '"
              + ours.keySet().iterator().next()
              + "'; of the names dharch.* it must be "
              + HANDLER
              + " or "
              + MAX_PAYLOAD_BYTES);
    }
    if (className == null || className.isEmpty()) {
      throw new DHArchException(
          where
              + " must have parameter '"
              + HANDLER
              + "' with the class of a DHHandler (Axis2 reads parameters only of a handler that has"
              + " an <order> element)");
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
          where + ": " + MAX_PAYLOAD_BYTES + " must be 1 to 2147483647 (got " + max + ")", e);
    }
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    Direction flow = Flows.of(context);
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
      context.setEnvelope(
          fault.envelope(context)); // an outbound fault has no other way to report an error
      return InvocationResponse.CONTINUE;
    }
  }
}
