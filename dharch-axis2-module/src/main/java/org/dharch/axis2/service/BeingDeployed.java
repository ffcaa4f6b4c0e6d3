package org.dharch.axis2.service;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.axis2.message.BusyReply;
import org.dharch.core.message.FaultReply;

/**
 * Rejects messages to a service that is being deployed and has no handlers yet, with 503. Axis2
 * (2.0.0) dispatches messages to a service before modules are engaged on it: {@code
 * AxisServiceGroup.addService} registers it, then {@code DeploymentEngine} engages what
 * services.xml names, and {@code AxisConfiguration.addServiceGroup} what is engaged for all
 * services. A message in between would bypass the handlers. Runs at the end of the dispatch phase,
 * before a message gets the chain of its operation. Safe for any thread.
 */
public final class BeingDeployed extends AbstractHandler {
  static final String NAME = "DHArchBeingDeployed";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  public BeingDeployed() {
    HandlerDescription description = new HandlerDescription(NAME);
    description.setHandler(this);
    init(description);
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    AxisService service = context.getAxisService();
    if (service == null || !context.isServerSide() || !lacksHandlers(context, service)) {
      return InvocationResponse.CONTINUE;
    }
    String reason = "service " + service.getName() + " is being deployed";
    return BusyReply.of(
        context, FaultReply.busy(reason, RETRY_AFTER, Optional.empty()), RETRY_AFTER);
  }

  private static boolean lacksHandlers(MessageContext context, AxisService service) {
    AxisOperation operation = context.getAxisOperation();
    if (ServiceSettings.isEngaged(service)
        || (operation != null && ServiceSettings.isEngaged(operation))) {
      return false;
    }
    AxisConfiguration configuration = context.getConfigurationContext().getAxisConfiguration();
    if (isDeployed(service.getAxisServiceGroup(), configuration)) {
      return false; // its deployment is complete, so it has no handlers
    }
    return ServiceSettings.isEngaged(configuration)
        || isNamed(service.getModules(), configuration)
        || (operation != null && isNamed(operation.getModuleRefs(), configuration));
  }

  private static boolean isDeployed(AxisServiceGroup group, AxisConfiguration configuration) {
    String name = group == null ? null : group.getServiceGroupName();
    return name != null && configuration.getServiceGroup(name) == group;
  }

  private static boolean isNamed(Collection<String> modules, AxisConfiguration configuration) {
    return modules != null
        && modules.stream()
            .map(configuration::getModule)
            .anyMatch(module -> module != null && module.getName().equals(ServiceSettings.MODULE));
  }
}
