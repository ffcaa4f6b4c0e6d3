package org.dharch.handlers.axis2.context;

import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.Parameter;

/**
 * A message's service with the parts that are sent: its names, scope and text parameters. Handlers
 * cannot change it, because others share it. Safe for any thread.
 */
final class NodeService extends AbsentService {
  private final Set<String> stays;
  private final ContainerFacts facts;
  private AxisOperation own;

  NodeService(String name, Map<String, String> parameters, Set<String> stays, ContainerFacts facts)
      throws AxisFault {
    super(name);
    this.stays = stays;
    this.facts = facts;
    setTargetNamespace(facts.namespace());
    setScope(facts.scope());
    setEndpointName(facts.endpoint());
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      super.addParameter(new Parameter(parameter.getKey(), parameter.getValue()));
    }
  }

  @Override
  public String getTargetNamespace() {
    requireSent("the service's target namespace", "getTargetNamespace");
    return super.getTargetNamespace();
  }

  @Override
  public String getScope() {
    requireSent("the service's scope", "getScope");
    return super.getScope();
  }

  @Override
  public String getEndpointName() {
    requireSent("the name of the service's endpoint", "getEndpointName");
    return super.getEndpointName();
  }

  private void requireSent(String what, String by) {
    if (isComplete()) {
      facts.requireSent(what, "AxisService." + by);
    }
  }

  @Override
  public void addOperation(AxisOperation operation) {
    super.addOperation(operation);
    own = own == null ? operation : own;
  }

  /** The message's own operation; the others are not sent. */
  @Override
  public AxisOperation getOperation(QName name) {
    if (own != null && own.getName().getLocalPart().equals(name.getLocalPart())) {
      return own;
    }
    missing(Unavailable.OPERATIONS, "getOperation");
    return super.getOperation(name);
  }

  @Override
  public Parameter getParameter(String name) {
    Parameter found = super.getParameter(name);
    if (found == null && stays.contains(name)) {
      Absence.current().report("parameter '" + name + "' of the service", NodeOperation.NO_TEXT);
    }
    return found;
  }

  /** All of the service's own, if all are texts. */
  @Override
  @SuppressWarnings("NonApiType") // Axis2's
  public ArrayList<Parameter> getParameters() {
    for (String name : stays) {
      Absence.current().report("parameter '" + name + "' of the service", NodeOperation.NO_TEXT);
    }
    return super.getParameters();
  }

  @Override
  public void addParameter(Parameter parameter) throws AxisFault {
    if (NodeOperation.inHandler()) {
      Absence.current()
          .report("a place for service parameter " + parameter.getName(), NodeOperation.NO_PLACE);
    }
    super.addParameter(parameter);
  }
}
