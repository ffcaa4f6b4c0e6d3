package org.dharch.jaxws;

import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.HashMap;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.ThrownFaultException;
import org.dharch.core.message.envelope.FaultReader;
import org.dharch.core.spi.HandlerKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an unchanged JAX-WS handler on a message context created from the message on the node, and
 * returns the handler's changes.
 *
 * <p>The result {@code false} (Jakarta XML Web Services 4.0, section 9.3.2) means for a request
 * that the message in the context is the response, or that there is none if its operation is
 * one-way. For a response it means that no other handler runs.
 */
final class JaxwsHandler implements DHHandler {
  /**
   * The parameter for SOAP faults that the handler throws for a request: {@code fail} fails the
   * handler and its message with the fault, {@code respond} sends the fault as the response.
   */
  static final String FAULTS = "dharch.faults";

  private static final Logger log = LoggerFactory.getLogger(JaxwsHandler.class);

  /** An empty remaining orchestration. */
  private static final String NO_REST = "<rest xmlns=\"urn:dharch:orchestration:1\"/>";

  private final Handler<MessageContext> handler;
  private final HandlerKind.Setting setting;
  private LazySoap.SoapFactories factories;
  private boolean respondsWithFaults;

  @SuppressWarnings("unchecked") // the kind of the handler determines its context
  JaxwsHandler(Handler<?> handler, HandlerKind.Setting setting) {
    this.handler = (Handler<MessageContext>) handler;
    this.setting = setting;
  }

  @Override
  public void init(Map<String, String> parameters) {
    String faults = parameters.getOrDefault(FAULTS, "fail");
    if (!faults.equals("fail") && !faults.equals("respond")) {
      throw new DHArchException(FAULTS + " must be fail or respond (got '" + faults + "')");
    }
    respondsWithFaults = faults.equals("respond");
    factories = LazySoap.SoapFactories.find();
    Map<String, String> resources = new HashMap<>(parameters);
    resources.remove(FAULTS);
    Injection.fill(handler, resources, new CurrentContext());
    Injection.started(handler);
  }

  /** A context and its sources. */
  private record Seen(
      Exchange way, LazySoap soap, ContextMap context, ContextProperties properties) {}

  private Seen seen(HandlerMessage message) {
    Exchange way = Exchange.of(message.properties());
    LazySoap soap = new LazySoap(message.envelope(), factories);
    ContextMap context =
        handler instanceof SOAPHandler<?>
            ? new SoapContext(soap, setting.lenient())
            : new LogicalContext(soap, setting.lenient());
    return new Seen(way, soap, context, ContextProperties.set(message.properties(), way, context));
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    Seen seen = seen(message);
    boolean over = !message.completionCallback(); // the handler is done with the message afterwards
    MessageContext outer = CurrentContext.enter(seen.context());
    try {
      return handle(message, seen);
    } catch (SOAPFaultException e) {
      over = true;
      return thrown(e, seen);
    } catch (Exception | Error e) {
      over = true;
      throw e;
    } finally {
      if (over) {
        closeContext(seen.context());
      }
      CurrentContext.leave(outer);
    }
  }

  private Changes handle(HandlerMessage message, Seen seen) throws SOAPException {
    boolean on =
        seen.way().fault()
            ? handler.handleFault(seen.context())
            : handler.handleMessage(seen.context());
    Changes.Builder changes = Changes.builder();
    seen.properties().collect(changes);
    if (!on && seen.way().request()) {
      return answer(seen, changes);
    }
    seen.soap().collect(setting.limits(), changes);
    if (!on) {
      changes.property(MessageProperties.REST, NO_REST);
    } else if (!seen.way().outbound()
        && handler instanceof SOAPHandler<?> protocol
        && seen.context() instanceof SoapContext context) {
      HeaderBlocks.processed(message, context, protocol.getHeaders(), setting.limits(), changes);
    }
    return changes.build();
  }

  private static Changes answer(Seen seen, Changes.Builder changes) throws SOAPException {
    if (!seen.way().server()) {
      throw new DHArchException("the handler must return true for an outbound request (got false)");
    }
    return (seen.way().oneWay() ? changes.accept() : changes.respond(seen.soap().now())).build();
  }

  private Changes thrown(SOAPFaultException e, Seen seen) throws SOAPException {
    byte[] envelope = FaultEnvelope.of(e, seen.soap().factory());
    if (respondsWithFaults && seen.way().request() && seen.way().server()) {
      return Changes.builder().respond(envelope).build();
    }
    ThrownFault fault = FaultReader.read(envelope, setting.limits());
    try {
      Changes.Builder changes = Changes.builder();
      seen.properties().collectThrown(changes);
      fault = fault.with(MessageProperties.of(changes.build().properties()));
    } catch (DHArchException dropped) {
      log.warn(
          "Dropped the properties of a fault handler={} reason={}",
          setting.name(),
          dropped.getMessage());
    }
    throw new ThrownFaultException(fault, e);
  }

  /** Calls close at the end of the message, if the orchestration has the completion callback. */
  @Override
  public void ended(HandlerMessage message, Ending ending) {
    Seen seen = seen(message);
    MessageContext outer = CurrentContext.enter(seen.context());
    try {
      closeContext(seen.context());
    } finally {
      CurrentContext.leave(outer);
    }
  }

  /** Calls close; exceptions are logged, because the message has ended. */
  private void closeContext(MessageContext context) {
    try {
      handler.close(context);
    } catch (RuntimeException e) {
      log.warn("Handler failed in close handler={} reason={}", setting.name(), e.toString());
    }
  }

  @Override
  public void close() {
    try {
      Injection.ended(handler);
    } catch (DHArchException e) {
      log.warn("Handler warning handler={} reason={}", setting.name(), e.getMessage());
    }
  }
}
