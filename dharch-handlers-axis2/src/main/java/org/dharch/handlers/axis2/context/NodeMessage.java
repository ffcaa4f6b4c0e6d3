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
 * The replacement for the description of an operation's message on a node, with its direction and
 * operation. As {@link UndescribedService}.
 */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
final class NodeMessage extends AxisMessage {
  private final Set<String> stays;
  private boolean complete;

  /**
   * @param stays names of its own parameters that are not sent
   */
  NodeMessage(AxisOperation operation, String direction, Set<String> stays) {
    this.stays = stays;
    setParent(operation);
    setDirection(direction);
  }

  /** Ends the setup: later calls are a handler's. */
  void complete() {
    complete = true;
  }

  private void missing(Unavailable what, String by) {
    if (complete) {
      what.missing("AxisMessage." + by);
    }
  }

  @Override
  public Parameter getParameter(String name) {
    if (stays.contains(name)) {
      Absence.current().report("parameter '" + name + "' of the message", NodeOperation.NO_TEXT);
    }
    return super.getParameter(name);
  }

  @Override
  public String getName() {
    missing(Unavailable.DESCRIPTION, "getName");
    return super.getName();
  }

  @Override
  public QName getElementQName() {
    missing(Unavailable.DESCRIPTION, "getElementQName");
    return super.getElementQName();
  }

  @Override
  public Object getKey() {
    missing(Unavailable.DESCRIPTION, "getKey");
    return super.getKey();
  }

  @Override
  public String getMessagePartName() {
    missing(Unavailable.DESCRIPTION, "getMessagePartName");
    return super.getMessagePartName();
  }

  @Override
  public String getPartName() {
    missing(Unavailable.DESCRIPTION, "getPartName");
    return super.getPartName();
  }

  @Override
  public boolean isWrapped() {
    missing(Unavailable.DESCRIPTION, "isWrapped");
    return super.isWrapped();
  }

  @Override
  public XmlSchemaElement getSchemaElement() {
    missing(Unavailable.DESCRIPTION, "getSchemaElement");
    return super.getSchemaElement();
  }

  @Override
  public ArrayList<?> getSoapHeaders() {
    missing(Unavailable.DESCRIPTION, "getSoapHeaders");
    return super.getSoapHeaders();
  }

  @Override
  public List<?> getExtensibilityAttributes() {
    missing(Unavailable.DESCRIPTION, "getExtensibilityAttributes");
    return super.getExtensibilityAttributes();
  }

  @Override
  public String getDocumentation() {
    missing(Unavailable.DESCRIPTION, "getDocumentation");
    return super.getDocumentation();
  }

  @Override
  public OMNode getDocumentationNode() {
    missing(Unavailable.DESCRIPTION, "getDocumentationNode");
    return super.getDocumentationNode();
  }

  @Override
  public ArrayList<Parameter> getParameters() {
    missing(Unavailable.DESCRIPTION, "getParameters");
    return super.getParameters();
  }

  @Override
  public ArrayList<Handler> getMessageFlow() {
    missing(Unavailable.CHAIN, "getMessageFlow");
    return super.getMessageFlow();
  }

  @Override
  public ArrayList<String> getModulerefs() {
    missing(Unavailable.MODULES, "getModulerefs");
    return super.getModulerefs();
  }

  @Override
  public boolean isEngaged(String name) {
    missing(Unavailable.MODULES, "isEngaged");
    return super.isEngaged(name);
  }

  @Override
  public boolean isEngaged(AxisModule module) {
    missing(Unavailable.MODULES, "isEngaged");
    return super.isEngaged(module);
  }

  @Override
  public Collection<AxisModule> getEngagedModules() {
    missing(Unavailable.MODULES, "getEngagedModules");
    return super.getEngagedModules();
  }

  @Override
  public Policy getEffectivePolicy() {
    missing(Unavailable.POLICY, "getEffectivePolicy");
    return super.getEffectivePolicy();
  }

  @Override
  public boolean isPolicyUpdated() {
    missing(Unavailable.POLICY, "isPolicyUpdated");
    return super.isPolicyUpdated();
  }

  @Override
  public PolicySubject getPolicySubject() {
    missing(Unavailable.POLICY, "getPolicySubject");
    return super.getPolicySubject();
  }

  @Override
  public PolicyInclude getPolicyInclude() {
    missing(Unavailable.POLICY, "getPolicyInclude");
    return super.getPolicyInclude();
  }

  @Override
  public boolean isParameterLocked(String name) {
    missing(Unavailable.LOCKS, "isParameterLocked");
    return super.isParameterLocked(name);
  }
}
