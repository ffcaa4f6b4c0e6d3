package org.dharch.axis2;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.axis2.AxisFault;
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
import org.apache.axis2.engine.Handler;
import org.apache.axis2.engine.Phase;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.DHArchException;

/** Makes the context of a message that comes out of the store; no transport, no client. */
final class RevivedContext {
  private static final String TRANSPORT = "dharch";

  /** Where DHArch stands in an in flow. */
  record Place(List<Handler> phases, int phase, int handler) {}

  private RevivedContext() {}

  /**
   * The operation of this name.
   *
   * @throws DHArchException if the service has none
   */
  static AxisOperation operation(AxisService service, String name) {
    for (Iterator<AxisOperation> all = service.getOperations(); all.hasNext(); ) {
      AxisOperation operation = all.next();
      if (operation.getName().getLocalPart().equals(name)) {
        return operation;
      }
    }
    throw new DHArchException(
        "service " + service.getName() + " has no operation '" + name + "' any more");
  }

  /** Where DHArch stands in this operation's in flow; empty if it is not engaged (yet). */
  static Optional<Place> place(ConfigurationContext configuration, AxisOperation operation) {
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
          if (GatewayInHandler.is(phase.getHandlers().get(j))) {
            return Optional.of(new Place(phases, i, j));
          }
        }
      }
    }
    return Optional.empty();
  }

  static MessageContext of(
      ConfigurationContext configuration,
      AxisOperation operation,
      Place place,
      WireEnvelope wire,
      MessageProperties properties)
      throws AxisFault {
    AxisService service = operation.getAxisService();
    MessageContext context = configuration.createMessageContext();
    context.setServerSide(true);
    context.setFLOW(MessageContext.IN_FLOW);
    context.setTransportIn(new TransportInDescription(TRANSPORT));
    TransportOutDescription out = new TransportOutDescription(TRANSPORT);
    out.setSender(new DiscardingSender());
    context.setTransportOut(out);
    context.setTo(new EndpointReference(configuration.getServicePath() + "/" + service.getName()));
    context.setAxisService(service);
    context.setAxisOperation(operation);
    context.setEnvelope(wire.tree(wire.bytes()));
    contexts(configuration, operation, context);
    ContextProperties.apply(context, MessageProperties.empty(), properties);
    context.setExecutionChain(new ArrayList<>(place.phases()));
    context.setCurrentHandlerIndex(place.phase());
    context.setCurrentPhaseIndex(place.handler());
    return context;
  }

  private static void contexts(
      ConfigurationContext configuration, AxisOperation operation, MessageContext context)
      throws AxisFault {
    AxisService service = operation.getAxisService();
    configuration.fillServiceContextAndServiceGroupContext(context);
    if (context.getServiceContext() == null) { // a transport's session; this one has none
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
}
