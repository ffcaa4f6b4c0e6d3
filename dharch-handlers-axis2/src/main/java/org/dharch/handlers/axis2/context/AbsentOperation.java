package org.dharch.handlers.axis2.context;

import java.util.ArrayList;
import java.util.Collection;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMNode;
import org.apache.axis2.description.AxisMessage;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.ModuleConfiguration;
import org.apache.axis2.description.PolicyInclude;
import org.apache.axis2.description.PolicySubject;
import org.apache.axis2.engine.MessageReceiver;

/** As {@link UndescribedService}, for an operation. */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
class AbsentOperation extends InOutAxisOperation {
  private boolean complete;

  AbsentOperation(QName name) {
    super(name);
  }

  /** Ends the setup: later calls are a handler's. */
  void complete() {
    complete = true;
  }

  final boolean isComplete() {
    return complete;
  }

  private void missing(Unavailable what, String by) {
    if (complete) {
      what.missing("AxisOperation." + by);
    }
  }

  @Override
  public ArrayList<?> getPhasesInFaultFlow() {
    missing(Unavailable.CHAIN, "getPhasesInFaultFlow");
    return super.getPhasesInFaultFlow();
  }

  @Override
  public ArrayList<?> getPhasesOutFaultFlow() {
    missing(Unavailable.CHAIN, "getPhasesOutFaultFlow");
    return super.getPhasesOutFaultFlow();
  }

  @Override
  public ArrayList<?> getPhasesOutFlow() {
    missing(Unavailable.CHAIN, "getPhasesOutFlow");
    return super.getPhasesOutFlow();
  }

  @Override
  public ArrayList<?> getRemainingPhasesInFlow() {
    missing(Unavailable.CHAIN, "getRemainingPhasesInFlow");
    return super.getRemainingPhasesInFlow();
  }

  @Override
  public ModuleConfiguration getModuleConfig(String name) {
    missing(Unavailable.MODULES, "getModuleConfig");
    return super.getModuleConfig(name);
  }

  @Override
  public ArrayList<String> getModuleRefs() {
    missing(Unavailable.MODULES, "getModuleRefs");
    return super.getModuleRefs();
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
  public String getStyle() {
    missing(Unavailable.DESCRIPTION, "getStyle");
    return super.getStyle();
  }

  @Override
  public ArrayList<AxisMessage> getFaultMessages() {
    missing(Unavailable.DESCRIPTION, "getFaultMessages");
    return super.getFaultMessages();
  }

  @Override
  public ArrayList<String> getWSAMappingList() {
    missing(Unavailable.DESCRIPTION, "getWSAMappingList");
    return super.getWSAMappingList();
  }

  @Override
  public String getFaultAction() {
    missing(Unavailable.DESCRIPTION, "getFaultAction");
    return super.getFaultAction();
  }

  @Override
  public String getFaultAction(String name) {
    missing(Unavailable.DESCRIPTION, "getFaultAction");
    return super.getFaultAction(name);
  }

  @Override
  public String[] getFaultActionNames() {
    missing(Unavailable.DESCRIPTION, "getFaultActionNames");
    return super.getFaultActionNames();
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
  public boolean isControlOperation() {
    missing(Unavailable.DESCRIPTION, "isControlOperation");
    return super.isControlOperation();
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
  public MessageReceiver getMessageReceiver() {
    missing(Unavailable.RECEIVER, "getMessageReceiver");
    return super.getMessageReceiver();
  }

  @Override
  public boolean isParameterLocked(String name) {
    missing(Unavailable.LOCKS, "isParameterLocked");
    return super.isParameterLocked(name);
  }
}
