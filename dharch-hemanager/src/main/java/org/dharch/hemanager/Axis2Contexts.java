package org.dharch.hemanager;

import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.context.ServiceGroupContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.core.LatestUsed;

/**
 * The Axis2 contexts that a node's messages share: one configuration without a repository,
 * transports or phases, since no chain runs here, and a service and operation for each pair of
 * names that a message had, of which the latest {@value #MAX_SERVICES} are kept. Safe for any
 * thread.
 */
final class Axis2Contexts {
  private static final int MAX_SERVICES = 500;

  private record Names(String service, String operation) {}

  private record Descriptions(ServiceContext service, AxisOperation operation) {}

  private final ConfigurationContext configuration =
      new ConfigurationContext(new AxisConfiguration());

  private final Map<Names, Descriptions> known = // guarded by this
      new LatestUsed<>(MAX_SERVICES);

  Axis2Contexts() {
    configuration.setServicePath(Constants.DEFAULT_SERVICES_PATH);
    configuration.setContextRoot("axis2");
  }

  /** The configuration that all messages share. */
  ConfigurationContext configuration() {
    return configuration;
  }

  /** A message context at this service and operation; an empty name is an unknown one. */
  MessageContext message(String service, String operation) throws AxisFault {
    MessageContext message = configuration.createMessageContext();
    if (!service.isEmpty()) {
      Descriptions descriptions = descriptions(new Names(service, operation));
      message.setServiceContext(descriptions.service());
      if (!operation.isEmpty()) {
        AxisOperation axisOperation = descriptions.operation();
        message.setOperationContext(new OperationContext(axisOperation, descriptions.service()));
      }
    }
    return message;
  }

  private synchronized Descriptions descriptions(Names names) throws AxisFault {
    Descriptions descriptions = known.get(names);
    if (descriptions == null) {
      descriptions = describe(names);
      known.put(names, descriptions);
    }
    return descriptions;
  }

  private Descriptions describe(Names names) throws AxisFault {
    AxisService service = new AxisService(names.service());
    AxisOperation operation = new InOutAxisOperation(new QName(names.operation()));
    AxisServiceGroup group = new AxisServiceGroup();
    group.setServiceGroupName(names.service());
    // the group learns of the configuration last, so that this does not remember every service
    group.addService(service);
    group.setParent(configuration.getAxisConfiguration());
    if (!names.operation().isEmpty()) {
      service.addOperation(operation);
    }
    ServiceGroupContext groupContext = configuration.createServiceGroupContext(group);
    return new Descriptions(groupContext.getServiceContext(service), operation);
  }
}
