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

/** As {@link UndescribedService}, an operation. */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
class AbsentOperation extends InOutAxisOperation {
  private boolean complete;

  AbsentOperation(QName name) {
    super(name);
  }

  /** All that is known of it is set, by what describes it; who asks from now on is a handler. */
  void complete() {
    complete = true;
  }

  final boolean isComplete() {
    return complete;
  }

  private void asked(Unavailable what, String by) {
    if (complete) {
      what.asked("AxisOperation." + by);
    }
  }

  @Override
  public ArrayList<?> getPhasesInFaultFlow() {
    asked(Unavailable.CHAIN, "getPhasesInFaultFlow");
    return super.getPhasesInFaultFlow();
  }

  @Override
  public ArrayList<?> getPhasesOutFaultFlow() {
    asked(Unavailable.CHAIN, "getPhasesOutFaultFlow");
    return super.getPhasesOutFaultFlow();
  }

  @Override
  public ArrayList<?> getPhasesOutFlow() {
    asked(Unavailable.CHAIN, "getPhasesOutFlow");
    return super.getPhasesOutFlow();
  }

  @Override
  public ArrayList<?> getRemainingPhasesInFlow() {
    asked(Unavailable.CHAIN, "getRemainingPhasesInFlow");
    return super.getRemainingPhasesInFlow();
  }

  @Override
  public ModuleConfiguration getModuleConfig(String name) {
    asked(Unavailable.MODULES, "getModuleConfig");
    return super.getModuleConfig(name);
  }

  @Override
  public ArrayList<String> getModuleRefs() {
    asked(Unavailable.MODULES, "getModuleRefs");
    return super.getModuleRefs();
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
  public String getStyle() {
    asked(Unavailable.DESCRIPTION, "getStyle");
    return super.getStyle();
  }

  @Override
  public ArrayList<AxisMessage> getFaultMessages() {
    asked(Unavailable.DESCRIPTION, "getFaultMessages");
    return super.getFaultMessages();
  }

  @Override
  public ArrayList<String> getWSAMappingList() {
    asked(Unavailable.DESCRIPTION, "getWSAMappingList");
    return super.getWSAMappingList();
  }

  @Override
  public String getFaultAction() {
    asked(Unavailable.DESCRIPTION, "getFaultAction");
    return super.getFaultAction();
  }

  @Override
  public String getFaultAction(String name) {
    asked(Unavailable.DESCRIPTION, "getFaultAction");
    return super.getFaultAction(name);
  }

  @Override
  public String[] getFaultActionNames() {
    asked(Unavailable.DESCRIPTION, "getFaultActionNames");
    return super.getFaultActionNames();
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
  public boolean isControlOperation() {
    asked(Unavailable.DESCRIPTION, "isControlOperation");
    return super.isControlOperation();
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
  public MessageReceiver getMessageReceiver() {
    asked(Unavailable.RECEIVER, "getMessageReceiver");
    return super.getMessageReceiver();
  }

  @Override
  public boolean isParameterLocked(String name) {
    asked(Unavailable.LOCKS, "isParameterLocked");
    return super.isParameterLocked(name);
  }
}
