package org.dharch.handlers.axis2.context;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.LatestUsed;

/**
 * The Axis2 contexts that a node's messages share: one configuration without repository, transports
 * and phases, because no chain runs here, and a service and operation for each of the latest
 * {@value #MAX_SERVICES} message descriptions. Safe for any thread.
 */
public final class Axis2Contexts {
  private static final int MAX_SERVICES = 500;

  /** The property of messages with attachments, which stay in the container. */
  private static final String ATTACHMENTS = MessageProperties.RESERVED_PREFIX + "attachments";

  /**
   * The descriptions that messages with equal properties share.
   *
   * @param service empty if the service is unknown
   */
  private record Descriptions(
      NodeConfiguration configuration, Optional<ServiceContext> service, NodeOperation operation) {}

  private final NodeAxisConfiguration configuration = new NodeAxisConfiguration();

  private final Map<List<Object>, NodeConfiguration> containers = // guarded by this
      new LatestUsed<>(MAX_SERVICES);

  private final Map<MessageDescription, Descriptions> known = // guarded by this
      new LatestUsed<>(MAX_SERVICES);

  public Axis2Contexts() {
    configuration.complete();
  }

  /** The replacement for the configuration of all containers. */
  public AxisConfiguration configuration() {
    return configuration;
  }

  public static Direction flow(MessageProperties properties) {
    return Direction.parse(properties.text(SoapProperties.FLOW, Direction.IN.toString()));
  }

  /** Returns a message context for the service and operation in {@code properties}. */
  public NodeMessageContext message(MessageProperties properties, Absence absence)
      throws AxisFault {
    String attachments = properties.text(ATTACHMENTS, "");
    Direction flow = flow(properties);
    NodeMessageContext message =
        new NodeMessageContext(
            absence,
            MessageDescription.staying(properties, "message"),
            MessageDescription.staying(properties, "container-parameter"),
            !attachments.isEmpty());
    message.setDoingSwA(attachments.equals("swa"));
    message.setDoingMTOM(!attachments.isEmpty() && !attachments.equals("swa"));
    MessageDescription description = MessageDescription.of(properties);
    Descriptions descriptions = descriptions(description);
    message.setConfigurationContext(descriptions.configuration());
    if (descriptions.service().isPresent()) {
      ServiceContext service = descriptions.service().get();
      message.setServiceContext(service);
      if (!description.operation().isEmpty()) {
        message.setOperationContext(
            new NodeOperationContext(
                descriptions.operation(),
                service,
                absence,
                MessageDescription.staying(properties, "operation")));
        if (flow != Direction.OUT_FAULT) { // as in its container
          message.setAxisMessage(descriptions.operation().message(flow));
        }
      }
    }
    return message;
  }

  private synchronized Descriptions descriptions(MessageDescription of) throws AxisFault {
    Descriptions descriptions = known.get(of);
    if (descriptions == null) {
      descriptions = describe(of);
      known.put(of, descriptions);
    }
    return descriptions;
  }

  private Descriptions describe(MessageDescription of) throws AxisFault {
    ContainerFacts facts = of.facts();
    NodeConfiguration container =
        containers.computeIfAbsent(
            List.of(facts.sent(), facts.contextRoot(), facts.servicePath()),
            key -> new NodeConfiguration(configuration, facts));
    NodeOperation operation = new NodeOperation(of);
    if (of.service().isEmpty()) {
      return new Descriptions(container, Optional.empty(), operation);
    }
    NodeService service =
        new NodeService(of.service(), of.serviceParameters(), of.serviceStays(), facts);
    NodeGroup group = new NodeGroup(facts.group());
    if (!of.operation().isEmpty()) {
      service.addOperation(operation);
    }
    // last, so that the configuration does not keep every service
    group.addService(service);
    group.setParent(configuration);
    NodeGroupContext groupContext = new NodeGroupContext(container, group);
    ServiceContext context = new NodeServiceContext(service, groupContext, container);
    operation.complete();
    service.complete();
    group.complete();
    return new Descriptions(container, Optional.of(context), operation);
  }
}
