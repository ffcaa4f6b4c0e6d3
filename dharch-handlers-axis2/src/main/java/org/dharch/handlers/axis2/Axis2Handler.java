package org.dharch.handlers.axis2;

import java.util.Map;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.ThrownFaultException;
import org.dharch.core.spi.FormHandler;
import org.dharch.core.text.OneLine;
import org.dharch.handlers.axis2.context.Absence;
import org.dharch.handlers.axis2.context.Axis2Contexts;
import org.dharch.handlers.axis2.context.NodeMessageContext;
import org.dharch.handlers.axis2.tree.TrackedEnvelope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an unchanged Axis2 handler on a message context created from the message on the node, and
 * returns the handler's changes.
 */
final class Axis2Handler implements FormHandler {
  private static final Logger log = LoggerFactory.getLogger(Axis2Handler.class);

  /** For calls outside a node. */
  private static final Forms NONE =
      new Forms() {
        @Override
        public <T extends Form> Optional<T> take(Class<T> type) {
          return Optional.empty();
        }

        @Override
        public void leave(Form form, Changes changes) {
          // no successor
        }
      };

  private final String name;
  private final Handler handler;
  private final Axis2Contexts contexts;
  private final Limits limits;
  private final Absence absence;
  private final boolean hasFlowComplete;

  /**
   * @param lenient whether the handler gets null for what a node lacks
   */
  Axis2Handler(
      String name, Handler handler, Axis2Contexts contexts, Limits limits, boolean lenient) {
    this.name = name;
    this.handler = handler;
    this.contexts = contexts;
    this.limits = limits;
    this.absence = new Absence(name, lenient);
    this.hasFlowComplete = hasFlowComplete(handler);
  }

  /** Whether the handler overrides flowComplete. */
  private static boolean hasFlowComplete(Handler handler) {
    try {
      Class<?> its =
          handler.getClass().getMethod("flowComplete", MessageContext.class).getDeclaringClass();
      return its != AbstractHandler.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("Axis2's Handler must have flowComplete", e);
    }
  }

  @Override
  public void init(Map<String, String> parameters) throws AxisFault {
    HandlerDescription description = new HandlerDescription(name);
    description.setClassName(handler.getClass().getName());
    description.setHandler(handler);
    description.setParent(contexts.configuration());
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      description.addParameter(new Parameter(parameter.getKey(), parameter.getValue()));
    }
    NodeMessageContext placeholder = contexts.message(MessageProperties.empty(), absence);
    MessageContext outer = enter(placeholder); // so that reports name the handler
    try {
      handler.init(description);
    } finally {
      leave(outer);
    }
    TrackedEnvelope.warmUp();
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    return handle(message, NONE);
  }

  @Override
  public Changes handle(HandlerMessage message, Forms forms) throws Exception {
    TrackedEnvelope envelope = TrackedEnvelope.of(message, forms);
    NodeMessageContext context = context(message, envelope);
    Map<String, String> wsa = WsaOptions.of(context.getOptions());
    AddressingOut addressing = AddressingOut.before(handler, context);
    MessageContext outer = enter(context);
    try {
      InvocationResponse response = invoke(context, message);
      if (InvocationResponse.ABORT.equals(response)) {
        return aborted(context, message);
      }
      if (!InvocationResponse.CONTINUE.equals(response)) {
        throw new DHArchException(
            "the handler must return CONTINUE or ABORT on a node (got " + response + ")");
      }
      Changes.Builder builder = Changes.builder();
      envelope.collect(context.getEnvelope(), limits, builder);
      MessageContextProperties.collect(message.properties(), context, builder);
      addressing.after(context, builder);
      WsaOptions.collect(wsa, WsaOptions.of(context.getOptions()), builder);
      Changes changes = builder.build();
      if (hasFlowComplete && !message.completionCallback()) {
        flowComplete(context); // may modify the tree
      } else if (envelope.isReusable()) {
        forms.leave(envelope, changes);
      }
      return changes;
    } finally {
      leave(outer);
    }
  }

  private InvocationResponse invoke(NodeMessageContext context, HandlerMessage message)
      throws AxisFault {
    try {
      return handler.invoke(context);
    } catch (AxisFault e) {
      throw thrown(e, context, message);
    }
  }

  private ThrownFaultException thrown(
      AxisFault e, NodeMessageContext context, HandlerMessage message) throws AxisFault {
    ThrownFault fault;
    try {
      fault = FaultOf.of(e, context, limits);
    } catch (AxisFault | RuntimeException unreadable) {
      e.addSuppressed(unreadable);
      throw e;
    }
    try {
      Changes.Builder changes = Changes.builder();
      MessageContextProperties.collect(message.properties(), context, changes);
      if (context.present(Constants.HTTP_RESPONSE_STATE) instanceof String status
          && status.matches("[2-5][0-9]{2}")) { // for gateways that do not know Axis2's property
        changes.property(SoapProperties.HTTP_STATUS, Integer.parseInt(status));
      }
      fault = fault.with(MessageProperties.of(changes.build().properties()));
    } catch (DHArchException dropped) {
      log.warn(
          "Dropped the properties of a fault handler={} reason={}", name, dropped.getMessage());
    }
    return new ThrownFaultException(fault, e);
  }

  /** The container's chain ends without a fault: the sender receives an acknowledgment. */
  private Changes aborted(NodeMessageContext context, HandlerMessage message) {
    Direction flow = Axis2Contexts.flow(message.properties());
    if (flow != Direction.IN || !context.isServerSide()) {
      throw new DHArchException(
          "the handler must return CONTINUE on a node for anything but a request to a server (got"
              + " ABORT)");
    }
    Changes.Builder changes = Changes.builder().accept();
    MessageContextProperties.collect(message.properties(), context, changes);
    if (hasFlowComplete && !message.completionCallback()) {
      flowComplete(context);
    }
    return changes.build();
  }

  /** The end of the message, if the orchestration has the completion callback. */
  @Override
  public void ended(HandlerMessage message, Ending ending) throws AxisFault {
    TrackedEnvelope envelope = new TrackedEnvelope(message.envelope(), message.processed());
    NodeMessageContext context = context(message, envelope);
    if (ending == Ending.FAILED) {
      String fault = message.properties().text(MessageProperties.FAULT, "the message failed");
      context.setFailureReason(new AxisFault(fault));
    }
    MessageContext outer = enter(context);
    try {
      flowComplete(context);
    } finally {
      leave(outer);
    }
  }

  /**
   * Makes {@code context} the thread's; returns the previous one, which a request's own thread has.
   */
  private static MessageContext enter(MessageContext context) {
    MessageContext outer = MessageContext.getCurrentMessageContext();
    MessageContext.setCurrentMessageContext(context);
    return outer;
  }

  private static void leave(MessageContext outer) {
    if (outer == null) {
      MessageContext.destroyCurrentMessageContext();
    } else {
      MessageContext.setCurrentMessageContext(outer);
    }
  }

  private NodeMessageContext context(HandlerMessage message, TrackedEnvelope envelope)
      throws AxisFault {
    MessageProperties properties = message.properties();
    NodeMessageContext context = contexts.message(properties, absence);
    context.within(message.within());
    context.setEnvelope(envelope.envelope());
    Direction flow = Axis2Contexts.flow(properties);
    context.setFLOW(flow(flow));
    context.setProcessingFault(flow == Direction.OUT_FAULT);
    context.setServerSide(
        Boolean.TRUE.equals(properties.get(SoapProperties.SERVER_SIDE).orElse(true)));
    context.setDoingREST(
        Boolean.TRUE.equals(properties.get(SoapProperties.SOAP_REST).orElse(false)));
    WsaOptions.set(properties, context.getOptions());
    MessageContextProperties.set(properties, context);
    return context;
  }

  private static int flow(Direction flow) {
    return switch (flow) {
      case IN -> MessageContext.IN_FLOW;
      case OUT -> MessageContext.OUT_FLOW;
      case IN_FAULT -> MessageContext.IN_FAULT_FLOW;
      case OUT_FAULT -> MessageContext.OUT_FAULT_FLOW;
    };
  }

  /**
   * As Axis2 after its chain, here after the handler or at the message's end; exceptions are too
   * late for the message.
   */
  private void flowComplete(MessageContext context) {
    try {
      handler.flowComplete(context);
    } catch (RuntimeException e) {
      log.warn("Handler failed in flowComplete handler={} reason={}", name, OneLine.of(e));
    }
  }
}
