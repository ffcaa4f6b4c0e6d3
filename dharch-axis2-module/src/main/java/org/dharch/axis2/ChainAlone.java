package org.dharch.axis2;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.axis2.chain.ServiceChain;
import org.dharch.axis2.service.ProtocolActions;
import org.dharch.axis2.service.ProtocolOperation;
import org.dharch.axis2.service.RequiredPhases;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;

/**
 * Engages the module without a manager, if it has no configuration: only on services that have no
 * handlers except those in Axis2's own chain.
 */
final class ChainAlone {
  private static final Orchestrations NONE = new Orchestrations(Map.of(), List.of(), Policy.NONE);

  private ChainAlone() {}

  /**
   * Engages the module on {@code description} if it is such a service, a group of them or an
   * operation of one.
   *
   * @return false otherwise
   * @throws org.dharch.core.message.DHArchException if a setting of the service is invalid
   */
  static boolean engage(AxisDescription description, AxisConfiguration configuration)
      throws AxisFault {
    if (description instanceof AxisServiceGroup group) {
      return isAll(group);
    } else if (description instanceof AxisOperation operation) {
      boolean isOfOne = ServiceChain.isAlone(operation.getAxisService());
      if (isOfOne) {
        RequiredPhases.check(operation);
        ServiceSettings.check(operation, NONE);
      }
      return isOfOne;
    } else if (description instanceof AxisService service && ServiceChain.isNamedBy(service)) {
      ServiceSettings.check(service, NONE);
      engage(service, configuration);
      return true;
    }
    return false;
  }

  private static void engage(AxisService service, AxisConfiguration configuration)
      throws AxisFault {
    ProtocolActions actions =
        ServiceSettings.protocolActions(service).orElse(ProtocolActions.parse(""));
    if (!actions.isEmpty()) {
      DispatchHandlers.check(actions, configuration);
      ProtocolOperation.addTo(service, actions, configuration);
    }
    ServiceChain.addTo(service, true);
  }

  private static boolean isAll(AxisServiceGroup group) {
    boolean isAny = false;
    for (Iterator<AxisService> all = group.getServices(); all.hasNext(); ) {
      if (!ServiceChain.isNamedBy(all.next())) {
        return false;
      }
      isAny = true;
    }
    return isAny;
  }
}
