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
 * The replacement for the service group on a node, with its name and the message's service. As
 * {@link UndescribedService}.
 */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
final class NodeGroup extends AxisServiceGroup {
  private boolean complete;

  NodeGroup(String name) {
    setServiceGroupName(name);
  }

  /** Ends the setup: later calls are a handler's. */
  void complete() {
    complete = true;
  }

  private void missing(Unavailable what, String by) {
    if (complete) {
      what.missing("AxisServiceGroup." + by);
    }
  }

  @Override
  public Parameter getParameter(String name) {
    NodeMessageContext.parameterStays(name, "service group");
    return super.getParameter(name);
  }

  @Override
  public ArrayList<Parameter> getParameters() {
    missing(Unavailable.CONFIGURATION, "getParameters");
    return super.getParameters();
  }

  @Override
  public AxisService getService(String name) throws AxisFault {
    missing(Unavailable.SERVICES, "getService");
    return super.getService(name);
  }

  @Override
  public Iterator<AxisService> getServices() {
    missing(Unavailable.SERVICES, "getServices");
    return super.getServices();
  }

  @Override
  public Iterator<? extends AxisDescription> getChildren() {
    missing(Unavailable.SERVICES, "getChildren");
    return super.getChildren();
  }

  @Override
  public AxisDescription getChild(Object key) {
    missing(Unavailable.SERVICES, "getChild");
    return super.getChild(key);
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
  public ClassLoader getServiceGroupClassLoader() {
    missing(Unavailable.CODE, "getServiceGroupClassLoader");
    return super.getServiceGroupClassLoader();
  }

  @Override
  public boolean isFoundWebResources() {
    missing(Unavailable.CODE, "isFoundWebResources");
    return super.isFoundWebResources();
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
