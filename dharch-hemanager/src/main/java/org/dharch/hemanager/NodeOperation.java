package org.dharch.hemanager;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.PolicySubject;
import org.apache.axis2.engine.MessageReceiver;

/** A message's operation as far as it travels; as {@link NodeService}. */
final class NodeOperation extends InOutAxisOperation {
  static final String NO_TEXT =
      "it is no text, or too long; give the handler what it needs of it in the node document";
  static final String NO_PLACE =
      "use the operation context, which request and answer share, or a store of your own";

  private final Set<String> stays;
  private final String pattern;

  /**
   * @param pattern the message exchange pattern; empty if it is the usual one
   */
  NodeOperation(String name, Map<String, String> parameters, Set<String> stays, String pattern)
      throws AxisFault {
    super(new QName(name));
    this.stays = stays;
    this.pattern = pattern;
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      super.addParameter(new Parameter(parameter.getKey(), parameter.getValue()));
    }
  }

  /** Whether a handler has the current thread, and not what describes the service. */
  static boolean inHandler() {
    return Absence.current() != Absence.UNKNOWN;
  }

  static void asked(Unavailable what, String by) {
    if (inHandler()) {
      what.asked(by);
    }
  }

  @Override
  public Parameter getParameter(String name) {
    Parameter found = super.getParameter(name);
    if (found == null && stays.contains(name)) {
      Absence.current().of("parameter '" + name + "' of the operation", NO_TEXT);
    }
    return found;
  }

  @Override
  public void addParameter(Parameter parameter) throws AxisFault {
    if (inHandler()) {
      Absence.current().of("a place for operation parameter " + parameter.getName(), NO_PLACE);
    }
    super.addParameter(parameter);
  }

  @Override
  public String getMessageExchangePattern() {
    return pattern == null || pattern.isEmpty() ? super.getMessageExchangePattern() : pattern;
  }

  @Override
  public MessageReceiver getMessageReceiver() {
    asked(Unavailable.RECEIVER, "AxisOperation.getMessageReceiver");
    return super.getMessageReceiver();
  }

  @Override
  public PolicySubject getPolicySubject() {
    asked(Unavailable.POLICY, "AxisOperation.getPolicySubject");
    return super.getPolicySubject();
  }

  @Override
  public boolean isEngaged(String module) {
    asked(Unavailable.MODULES, "AxisOperation.isEngaged");
    return super.isEngaged(module);
  }

  @Override
  public Collection<AxisModule> getEngagedModules() {
    asked(Unavailable.MODULES, "AxisOperation.getEngagedModules");
    return super.getEngagedModules();
  }
}
