package org.dharch.axis1;

import java.util.Hashtable;
import java.util.Map;
import org.apache.axis.AxisFault;
import org.apache.axis.Handler;
import org.apache.axis.Message;
import org.apache.axis.MessageContext;
import org.apache.axis.soap.SOAPConstants;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.ThrownFaultException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.spi.HandlerKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an unchanged Axis 1 handler on a message context created from the message on the node, and
 * returns the handler's changes. In a fault flow it calls {@code onFault}, as Axis does for the
 * handlers before a failure.
 */
final class AxisHandler implements DHHandler {
  private static final Logger log = LoggerFactory.getLogger(AxisHandler.class);
  private static final NodeEngine ENGINE = new NodeEngine();

  private final Handler handler;
  private final HandlerKind.Setting setting;

  AxisHandler(Handler handler, HandlerKind.Setting setting) {
    this.handler = handler;
    this.setting = setting;
  }

  @Override
  @SuppressWarnings("JdkObsolete") // required by the interface
  public void init(Map<String, String> parameters) {
    handler.setName(setting.name());
    handler.setOptions(new Hashtable<>(parameters));
    handler.init();
  }

  /** A context and its sources. */
  private record Seen(NodeContext context, Message message, ContextValues values, Direction flow) {
    boolean fault() {
      return flow.isFault();
    }
  }

  private Seen seen(HandlerMessage message) throws AxisFault {
    MessageProperties properties = message.properties();
    Direction flow = Direction.parse(properties.text(SoapProperties.FLOW, Direction.IN.toString()));
    boolean outbound = flow == Direction.OUT || flow == Direction.OUT_FAULT;
    boolean server = Boolean.TRUE.equals(properties.get(SoapProperties.SERVER_SIDE).orElse(true));
    NodeContext context =
        new NodeContext(
            ENGINE.engine(server), properties.text(SoapProperties.SERVICE, ""), setting.lenient());
    ContextValues values = ContextValues.set(properties, context);
    context.setTransportName("http");
    if (properties.text(SoapProperties.SOAP_VERSION, "").equals("1.2")) {
      context.setSOAPConstants(SOAPConstants.SOAP12_CONSTANTS);
    }
    Message envelope = new Message(message.envelope());
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith(SoapProperties.HTTP_HEADER)) {
                envelope
                    .getMimeHeaders()
                    .setHeader(
                        name.substring(SoapProperties.HTTP_HEADER.length()), value.toString());
              }
            });
    if (outbound != server) {
      context.setRequestMessage(envelope);
    } else {
      context.setResponseMessage(envelope);
      context.setPastPivot(true);
    }
    HeaderMarks.set(envelope, message.processed());
    return new Seen(context, envelope, values, flow);
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    Seen seen = seen(message);
    MessageContext outer = NodeEngine.enter(seen.context());
    try {
      if (seen.fault()) {
        handler.onFault(seen.context());
      } else {
        handler.invoke(seen.context());
      }
      return changes(message, seen);
    } catch (AxisFault e) {
      throw thrown(e, seen);
    } finally {
      NodeEngine.enter(outer);
    }
  }

  private ThrownFaultException thrown(AxisFault e, Seen seen) throws AxisFault {
    ThrownFault fault = FaultOf.of(e, seen.context(), setting.limits());
    try {
      Changes.Builder changes = Changes.builder();
      seen.values().collect(changes);
      FaultOf.http(e).forEach(changes::property);
      fault = fault.with(MessageProperties.of(changes.build().properties()));
    } catch (DHArchException dropped) {
      log.warn(
          "Dropped the properties of a fault handler={} reason={}",
          setting.name(),
          dropped.getMessage());
    }
    return new ThrownFaultException(fault, e);
  }

  private Changes changes(HandlerMessage message, Seen seen) throws AxisFault {
    Changes.Builder changes = Changes.builder();
    seen.values().collect(changes);
    NodeContext context = seen.context();
    boolean request = seen.message().equals(context.getRequestMessage());
    if (context.getResponseMessage() != null
        && !context.getResponseMessage().equals(seen.message())) {
      if (!request) {
        return put(message, context.getResponseMessage(), changes);
      }
      return changes.respond(context.getResponseMessage().getSOAPPartAsBytes()).build();
    }
    Message now = request ? seen.message() : context.getCurrentMessage();
    return put(message, now, changes);
  }

  private Changes put(HandlerMessage message, Message now, Changes.Builder changes)
      throws AxisFault {
    if (now == null) {
      throw new DHArchException("the handler must not remove the message");
    }
    if (now.countAttachments() > 0) {
      throw new DHArchException("the handler must not add an attachment");
    }
    byte[] bytes = now.getSOAPPartAsBytes(); // the same array if unparsed
    if (bytes != message.envelope()) {
      changes.addAll(EnvelopeDiff.between(message.envelope(), bytes, setting.limits()));
      HeaderMarks.collect(now, message, handler.getUnderstoodHeaders(), setting.limits(), changes);
    }
    return changes.build();
  }

  /** Calls onFault at the end of the message, if the orchestration has the completion callback. */
  @Override
  public void ended(HandlerMessage message, Ending ending) throws AxisFault {
    if (ending != Ending.FAILED) {
      return; // Axis reports only failures
    }
    Seen seen = seen(message);
    MessageContext outer = NodeEngine.enter(seen.context());
    try {
      handler.onFault(seen.context());
    } catch (RuntimeException e) {
      log.warn("Handler failed in onFault handler={} reason={}", setting.name(), e.toString());
    } finally {
      NodeEngine.enter(outer);
    }
  }

  @Override
  public void close() {
    handler.cleanup();
  }
}
