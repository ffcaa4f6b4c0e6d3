package org.dharch.handlers.axis2.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import org.apache.axiom.om.OMNode;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.ModuleConfiguration;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.PolicyInclude;
import org.apache.axis2.description.PolicySubject;

/**
 * The replacement for the service group on a node: its name, and the one service for which the
 * message is. As {@link UndescribedService}.
 */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
final class NodeGroup extends AxisServiceGroup {
  private boolean complete;

  NodeGroup(String name) {
    setServiceGroupName(name);
  }

  /** All that is known of it is set, by what describes it; who asks from now on is a handler. */
  void complete() {
    complete = true;
  }

  private void asked(Unavailable what, String by) {
    if (complete) {
      what.asked("AxisServiceGroup." + by);
    }
  }

  @Override
  public Parameter getParameter(String name) {
    NodeMessageContext.parameterStays(name, "service group");
    return super.getParameter(name);
  }

  @Override
  public ArrayList<Parameter> getParameters() {
    asked(Unavailable.CONFIGURATION, "getParameters");
    return super.getParameters();
  }

  @Override
  public AxisService getService(String name) throws AxisFault {
    asked(Unavailable.SERVICES, "getService");
    return super.getService(name);
  }

  @Override
  public Iterator<AxisService> getServices() {
    asked(Unavailable.SERVICES, "getServices");
    return super.getServices();
  }

  @Override
  public Iterator<? extends AxisDescription> getChildren() {
    asked(Unavailable.SERVICES, "getChildren");
    return super.getChildren();
  }

  @Override
  public AxisDescription getChild(Object key) {
    asked(Unavailable.SERVICES, "getChild");
    return super.getChild(key);
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
  public ClassLoader getServiceGroupClassLoader() {
    asked(Unavailable.CODE, "getServiceGroupClassLoader");
    return super.getServiceGroupClassLoader();
  }

  @Override
  public boolean isFoundWebResources() {
    asked(Unavailable.CODE, "isFoundWebResources");
    return super.isFoundWebResources();
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
