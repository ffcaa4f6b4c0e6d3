package org.dharch.axis2.delivery;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.context.ServiceGroupContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.axis2.dispatchers.AbstractOperationDispatcher;
import org.apache.axis2.engine.AbstractDispatcher;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.engine.Phase;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.message.ContextProperties;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.message.OneWay;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Submission;
import org.dharch.core.text.Brief;

/** Creates the context of a message that has no transport and no client. */
final class ReplayedContext {
  private static final String TRANSPORT = "dharch";
  private static final QName SESSION =
      new QName(Constants.AXIS2_NAMESPACE_URI, Constants.SERVICE_GROUP_ID);

  /** The position of DHArch's handler in an in flow. */
  private record Place(List<Handler> phases, int phase, int handler) {}

  private ReplayedContext() {}

  /**
   * Creates the context of {@code message}, suspended at DHArch's handler in the in flow.
   *
   * @return empty if DHArch is not engaged on its operation yet
   * @throws DHArchException if the service has no operation for it
   */
  static Optional<MessageContext> of(
      ConfigurationContext configuration,
      AxisService service,
      Submission message,
      WireEnvelope wire)
      throws AxisFault {
    MessageContext context = bare(configuration, service);
    context.setEnvelope(wire.tree(wire.bytes()));
    ContextProperties.apply(context, MessageProperties.empty(), message.properties());
    OneWay.restoreRequest(context, message.properties());
    message
        .properties()
        .get(SoapProperties.DELIVERY_KEY)
        .ifPresent(key -> context.setProperty(SoapProperties.DELIVERY_KEY, key));
    AxisOperation operation =
        message.operation().isEmpty()
            ? dispatched(configuration, service, context)
            : named(service, message.operation());
    Optional<Place> place = place(configuration, operation);
    if (place.isEmpty()) {
      return Optional.empty();
    }
    context.setAxisOperation(operation);
    contexts(configuration, operation, context);
    context.setExecutionChain(new ArrayList<>(place.get().phases()));
    context.setCurrentHandlerIndex(place.get().phase());
    context.setCurrentPhaseIndex(place.get().handler());
    return Optional.of(context);
  }

  private static AxisOperation named(AxisService service, String name) {
    for (Iterator<AxisOperation> all = service.getOperations(); all.hasNext(); ) {
      AxisOperation operation = all.next();
      if (operation.getName().getLocalPart().equals(name)) {
        return operation;
      }
    }
    throw new DHArchException("service " + service.getName() + " has no operation '" + name + "'");
  }

  /** The operation that the container's dispatchers find, in their order. */
  private static AxisOperation dispatched(
      ConfigurationContext configuration, AxisService service, MessageContext context)
      throws AxisFault {
    for (Phase phase : configuration.getAxisConfiguration().getInFlowPhases()) {
      for (Handler handler : phase.getHandlers()) {
        AxisOperation found = null;
        if (handler instanceof AbstractDispatcher dispatcher) {
          found = dispatcher.findOperation(service, context);
        } else if (handler instanceof AbstractOperationDispatcher dispatcher) {
          found = dispatcher.findOperation(service, context);
        }
        if (found != null) {
          return found;
        }
      }
    }
    throw new DHArchException(
        "service "
            + service.getName()
            + " has no operation for action '"
            + Brief.of(Names.action(context))
            + "', nor for its body");
  }

  /** The position of DHArch's handler; empty if DHArch is not engaged yet. */
  private static Optional<Place> place(
      ConfigurationContext configuration, AxisOperation operation) {
    List<Handler> own = new ArrayList<>();
    for (Object phase : operation.getRemainingPhasesInFlow()) {
      own.add((Handler) phase);
    }
    List<Handler> global = new ArrayList<>(configuration.getAxisConfiguration().getInFlowPhases());
    return place(own).or(() -> place(global));
  }

  private static Optional<Place> place(List<Handler> phases) {
    for (int i = 0; i < phases.size(); i++) {
      if (phases.get(i) instanceof Phase phase) {
        for (int j = 0; j < phase.getHandlerCount(); j++) {
          if (GatewayPosition.isGateway(phase.getHandlers().get(j))) {
            return Optional.of(new Place(phases, i, j));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static MessageContext bare(ConfigurationContext configuration, AxisService service)
      throws AxisFault {
    MessageContext context = configuration.createMessageContext();
    context.setServerSide(true);
    context.setFLOW(MessageContext.IN_FLOW);
    context.setTransportIn(new TransportInDescription(TRANSPORT));
    TransportOutDescription out = new TransportOutDescription(TRANSPORT);
    out.setSender(new DiscardingSender());
    context.setTransportOut(out);
    context.setTo(new EndpointReference(configuration.getServicePath() + "/" + service.getName()));
    context.setAxisService(service);
    return context;
  }

  private static void contexts(
      ConfigurationContext configuration, AxisOperation operation, MessageContext context)
      throws AxisFault {
    AxisService service = operation.getAxisService();
    session(configuration, context.getEnvelope())
        .filter(id -> Constants.SCOPE_SOAP_SESSION.equals(service.getScope()))
        .ifPresent(context::setServiceGroupContextId);
    configuration.fillServiceContextAndServiceGroupContext(context);
    if (context.getServiceContext() == null) { // the session of a transport
      ServiceGroupContext group =
          configuration.createServiceGroupContext(service.getAxisServiceGroup());
      context.setServiceGroupContext(group);
      context.setServiceContext(group.getServiceContext(service));
    }
    ServiceContext serviceContext = context.getServiceContext();
    OperationContext operationContext = serviceContext.createOperationContext(operation);
    operation.registerMessageContext(context, operationContext);
    serviceContext.setMyEPR(context.getTo());
  }

  /** The existing session that the envelope names, read as Axis2's dispatch phase does. */
  private static Optional<String> session(
      ConfigurationContext configuration, SOAPEnvelope envelope) {
    return Optional.ofNullable(envelope.getHeader())
        .map(header -> header.getFirstChildWithName(SESSION))
        .map(OMElement::getText)
        .filter(id -> configuration.getServiceGroupContext(id) != null);
  }
}
