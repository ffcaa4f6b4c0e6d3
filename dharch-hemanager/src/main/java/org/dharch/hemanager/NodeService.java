package org.dharch.hemanager;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.PolicySubject;

/**
 * A message's service as far as it travels: its name and those of its own parameters that are
 * texts. Handlers do not change it, for it is not theirs alone. Safe for any thread.
 */
final class NodeService extends AxisService {
  private final Set<String> stays;

  NodeService(String name, Map<String, String> parameters, Set<String> stays) throws AxisFault {
    super(name);
    this.stays = stays;
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      super.addParameter(new Parameter(parameter.getKey(), parameter.getValue()));
    }
  }

  @Override
  public Parameter getParameter(String name) {
    Parameter found = super.getParameter(name);
    if (found == null && stays.contains(name)) {
      Absence.current().of("parameter '" + name + "' of the service", NodeOperation.NO_TEXT);
    }
    return found;
  }

  @Override
  public void addParameter(Parameter parameter) throws AxisFault {
    if (NodeOperation.inHandler()) {
      Absence.current()
          .of("a place for service parameter " + parameter.getName(), NodeOperation.NO_PLACE);
    }
    super.addParameter(parameter);
  }

  @Override
  public PolicySubject getPolicySubject() {
    NodeOperation.asked(Unavailable.POLICY, "AxisService.getPolicySubject");
    return super.getPolicySubject();
  }

  @Override
  public boolean isEngaged(String module) {
    NodeOperation.asked(Unavailable.MODULES, "AxisService.isEngaged");
    return super.isEngaged(module);
  }

  @Override
  public Collection<AxisModule> getEngagedModules() {
    NodeOperation.asked(Unavailable.MODULES, "AxisService.getEngagedModules");
    return super.getEngagedModules();
  }
}
