package org.dharch.hemanager;

import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.api.MessageProperties;
import org.dharch.core.LatestUsed;

/**
 * The Axis2 contexts that a node's messages share: one configuration without a repository,
 * transports or phases, since no chain runs here, and a service and operation for each description
 * that a message had, of which the latest {@value #MAX_SERVICES} are kept. Safe for any thread.
 */
final class Axis2Contexts {
  private static final int MAX_SERVICES = 500;

  /** Says that a message has attachments, which stay in the container. */
  private static final String ATTACHMENTS = MessageProperties.RESERVED_PREFIX + "attachments";

  private record Descriptions(ServiceContext service, NodeOperation operation) {}

  private final ConfigurationContext configuration = new NodeConfiguration(new AxisConfiguration());

  private final Map<MessageDescription, Descriptions> known = // guarded by this
      new LatestUsed<>(MAX_SERVICES);

  Axis2Contexts() {
    configuration.setServicePath(Constants.DEFAULT_SERVICES_PATH);
    configuration.setContextRoot("axis2");
  }

  /** The configuration that all messages share. */
  ConfigurationContext configuration() {
    return configuration;
  }

  /** A message context at the service and operation that {@code properties} say. */
  NodeMessageContext message(MessageProperties properties, Absence absence) throws AxisFault {
    String attachments = properties.text(ATTACHMENTS, "");
    NodeMessageContext message =
        new NodeMessageContext(
            absence, MessageDescription.staying(properties, "message"), !attachments.isEmpty());
    message.setConfigurationContext(configuration);
    message.setDoingSwA(attachments.equals("swa"));
    message.setDoingMTOM(!attachments.isEmpty() && !attachments.equals("swa"));
    MessageDescription description = MessageDescription.of(properties);
    if (!description.service().isEmpty()) {
      Descriptions descriptions = descriptions(description);
      message.setServiceContext(descriptions.service());
      if (!description.operation().isEmpty()) {
        message.setOperationContext(
            new NodeOperationContext(
                descriptions.operation(),
                descriptions.service(),
                absence,
                MessageDescription.staying(properties, "operation")));
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
    NodeService service = new NodeService(of.service(), of.serviceParameters(), of.serviceStays());
    NodeOperation operation =
        new NodeOperation(
            of.operation(), of.operationParameters(), of.operationStays(), of.pattern());
    AxisServiceGroup group = new AxisServiceGroup();
    group.setServiceGroupName(of.service());
    // the group learns of the configuration last, so that this does not remember every service
    group.addService(service);
    group.setParent(configuration.getAxisConfiguration());
    if (!of.operation().isEmpty()) {
      service.addOperation(operation);
      if (!of.answerAction().isEmpty()) {
        operation.setOutputAction(of.answerAction());
      }
    }
    NodeGroupContext groupContext = new NodeGroupContext(configuration, group);
    return new Descriptions(
        new NodeServiceContext(service, groupContext, configuration), operation);
  }
}
