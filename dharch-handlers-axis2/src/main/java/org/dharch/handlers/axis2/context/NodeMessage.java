package org.dharch.handlers.axis2.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMNode;
import org.apache.axis2.description.AxisMessage;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.PolicyInclude;
import org.apache.axis2.description.PolicySubject;
import org.apache.axis2.engine.Handler;
import org.apache.neethi.Policy;
import org.apache.ws.commons.schema.XmlSchemaElement;

/**
 * The replacement for the description of an operation's message on a node: its direction and its
 * operation. As {@link UndescribedService}.
 */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
final class NodeMessage extends AxisMessage {
  private final Set<String> stays;
  private boolean complete;

  /**
   * @param stays names of parameters of its own that there are and that do not travel
   */
  NodeMessage(AxisOperation operation, String direction, Set<String> stays) {
    this.stays = stays;
    setParent(operation);
    setDirection(direction);
  }

  /** All that is known of it is set, by what describes it; who asks from now on is a handler. */
  void complete() {
    complete = true;
  }

  private void asked(Unavailable what, String by) {
    if (complete) {
      what.asked("AxisMessage." + by);
    }
  }

  @Override
  public Parameter getParameter(String name) {
    if (stays.contains(name)) {
      Absence.current().of("parameter '" + name + "' of the message", NodeOperation.NO_TEXT);
    }
    return super.getParameter(name);
  }

  @Override
  public String getName() {
    asked(Unavailable.DESCRIPTION, "getName");
    return super.getName();
  }

  @Override
  public QName getElementQName() {
    asked(Unavailable.DESCRIPTION, "getElementQName");
    return super.getElementQName();
  }

  @Override
  public Object getKey() {
    asked(Unavailable.DESCRIPTION, "getKey");
    return super.getKey();
  }

  @Override
  public String getMessagePartName() {
    asked(Unavailable.DESCRIPTION, "getMessagePartName");
    return super.getMessagePartName();
  }

  @Override
  public String getPartName() {
    asked(Unavailable.DESCRIPTION, "getPartName");
    return super.getPartName();
  }

  @Override
  public boolean isWrapped() {
    asked(Unavailable.DESCRIPTION, "isWrapped");
    return super.isWrapped();
  }

  @Override
  public XmlSchemaElement getSchemaElement() {
    asked(Unavailable.DESCRIPTION, "getSchemaElement");
    return super.getSchemaElement();
  }

  @Override
  public ArrayList<?> getSoapHeaders() {
    asked(Unavailable.DESCRIPTION, "getSoapHeaders");
    return super.getSoapHeaders();
  }

  @Override
  public List<?> getExtensibilityAttributes() {
    asked(Unavailable.DESCRIPTION, "getExtensibilityAttributes");
    return super.getExtensibilityAttributes();
  }

  @Override
  public String getDocumentation() {
    asked(Unavailable.DESCRIPTION, "getDocumentation");
    return super.getDocumentation();
  }

  @Override
  public OMNode getDocumentationNode() {
    asked(Unavailable.DESCRIPTION, "getDocumentationNode");
    return super.getDocumentationNode();
  }

  @Override
  public ArrayList<Parameter> getParameters() {
    asked(Unavailable.DESCRIPTION, "getParameters");
    return super.getParameters();
  }

  @Override
  public ArrayList<Handler> getMessageFlow() {
    asked(Unavailable.CHAIN, "getMessageFlow");
    return super.getMessageFlow();
  }

  @Override
  public ArrayList<String> getModulerefs() {
    asked(Unavailable.MODULES, "getModulerefs");
    return super.getModulerefs();
  }

  @Override
  public boolean isEngaged(String name) {
    asked(Unavailable.MODULES, "isEngaged");
    return super.isEngaged(name);
  }

  @Override
  public boolean isEngaged(AxisModule module) {
    asked(Unavailable.MODULES, "isEngaged");
    return super.isEngaged(module);
  }

  @Override
  public Collection<AxisModule> getEngagedModules() {
    asked(Unavailable.MODULES, "getEngagedModules");
    return super.getEngagedModules();
  }

  @Override
  public Policy getEffectivePolicy() {
    asked(Unavailable.POLICY, "getEffectivePolicy");
    return super.getEffectivePolicy();
  }

  @Override
  public boolean isPolicyUpdated() {
    asked(Unavailable.POLICY, "isPolicyUpdated");
    return super.isPolicyUpdated();
  }

  @Override
  public PolicySubject getPolicySubject() {
    asked(Unavailable.POLICY, "getPolicySubject");
    return super.getPolicySubject();
  }

  @Override
  public PolicyInclude getPolicyInclude() {
    asked(Unavailable.POLICY, "getPolicyInclude");
    return super.getPolicyInclude();
  }

  @Override
  public boolean isParameterLocked(String name) {
    asked(Unavailable.LOCKS, "isParameterLocked");
    return super.isParameterLocked(name);
  }
}
