package org.dharch.handlers.axis2.context;

import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMNode;
import org.apache.axis2.AxisFault;
import org.apache.axis2.builder.Builder;
import org.apache.axis2.dataretrieval.AxisDataLocator;
import org.apache.axis2.deployment.util.PhasesInfo;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.ModuleConfiguration;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.PolicyInclude;
import org.apache.axis2.description.PolicySubject;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.AxisConfigurator;
import org.apache.axis2.engine.AxisObserver;
import org.apache.axis2.engine.MessageReceiver;
import org.apache.axis2.engine.Phase;
import org.apache.axis2.kernel.MessageFormatter;
import org.apache.axis2.transaction.TransactionConfiguration;
import org.apache.axis2.util.FaultyServiceData;
import org.apache.axis2.util.TargetResolver;

/** The replacement for the container's configuration on a node. As {@link UndescribedService}. */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
final class NodeAxisConfiguration extends AxisConfiguration {
  private boolean complete;

  /** Ends the setup: later calls are a handler's. */
  void complete() {
    complete = true;
  }

  private void missing(Unavailable what, String by) {
    if (complete) {
      what.missing("AxisConfiguration." + by);
    }
  }

  @Override
  public Parameter getParameter(String name) {
    NodeMessageContext.parameterStays(name, "configuration");
    return super.getParameter(name);
  }

  @Override
  public AxisModule getModule(String name) {
    missing(Unavailable.MODULES, "getModule");
    return super.getModule(name);
  }

  @Override
  public AxisModule getModule(String name, String second) {
    missing(Unavailable.MODULES, "getModule");
    return super.getModule(name, second);
  }

  @Override
  public HashMap<String, AxisModule> getModules() {
    missing(Unavailable.MODULES, "getModules");
    return super.getModules();
  }

  @Override
  public ModuleConfiguration getModuleConfig(String name) {
    missing(Unavailable.MODULES, "getModuleConfig");
    return super.getModuleConfig(name);
  }

  @Override
  public ClassLoader getModuleClassLoader() {
    missing(Unavailable.MODULES, "getModuleClassLoader");
    return super.getModuleClassLoader();
  }

  @Override
  public AxisModule getDefaultModule(String name) {
    missing(Unavailable.MODULES, "getDefaultModule");
    return super.getDefaultModule(name);
  }

  @Override
  public String getDefaultModuleVersion(String name) {
    missing(Unavailable.MODULES, "getDefaultModuleVersion");
    return super.getDefaultModuleVersion(name);
  }

  @Override
  public Hashtable<String, String> getFaultyModules() {
    missing(Unavailable.MODULES, "getFaultyModules");
    return super.getFaultyModules();
  }

  @Override
  public List<AxisModule> getModulesForPolicyNamesapce(String name) {
    missing(Unavailable.MODULES, "getModulesForPolicyNamesapce");
    return super.getModulesForPolicyNamesapce(name);
  }

  @Override
  public boolean isGlobalModulesRegistered(String name) {
    missing(Unavailable.MODULES, "isGlobalModulesRegistered");
    return super.isGlobalModulesRegistered(name);
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
  public TransportInDescription getTransportIn(String name) {
    missing(Unavailable.TRANSPORT, "getTransportIn");
    return super.getTransportIn(name);
  }

  @Override
  public TransportOutDescription getTransportOut(String name) {
    missing(Unavailable.TRANSPORT, "getTransportOut");
    return super.getTransportOut(name);
  }

  @Override
  public HashMap<String, TransportInDescription> getTransportsIn() {
    missing(Unavailable.TRANSPORT, "getTransportsIn");
    return super.getTransportsIn();
  }

  @Override
  public HashMap<String, TransportOutDescription> getTransportsOut() {
    missing(Unavailable.TRANSPORT, "getTransportsOut");
    return super.getTransportsOut();
  }

  @Override
  public AxisService getService(String name) throws AxisFault {
    missing(Unavailable.SERVICES, "getService");
    return super.getService(name);
  }

  @Override
  public HashMap<String, AxisService> getServices() {
    missing(Unavailable.SERVICES, "getServices");
    return super.getServices();
  }

  @Override
  public AxisService getServiceForActivation(String name) {
    missing(Unavailable.SERVICES, "getServiceForActivation");
    return super.getServiceForActivation(name);
  }

  @Override
  public AxisServiceGroup getServiceGroup(String name) {
    missing(Unavailable.SERVICES, "getServiceGroup");
    return super.getServiceGroup(name);
  }

  @Override
  public Iterator<AxisServiceGroup> getServiceGroups() {
    missing(Unavailable.SERVICES, "getServiceGroups");
    return super.getServiceGroups();
  }

  @Override
  public ClassLoader getServiceClassLoader() {
    missing(Unavailable.SERVICES, "getServiceClassLoader");
    return super.getServiceClassLoader();
  }

  @Override
  public Hashtable<String, String> getFaultyServices() {
    missing(Unavailable.SERVICES, "getFaultyServices");
    return super.getFaultyServices();
  }

  @Override
  public Map<String, FaultyServiceData> getFaultyServicesDuetoModule(String name) {
    missing(Unavailable.SERVICES, "getFaultyServicesDuetoModule");
    return super.getFaultyServicesDuetoModule(name);
  }

  @Override
  public Map<String, Map<String, FaultyServiceData>> getFaultyServicesDuetoModules() {
    missing(Unavailable.SERVICES, "getFaultyServicesDuetoModules");
    return super.getFaultyServicesDuetoModules();
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
  public List<Phase> getInFlowPhases() {
    missing(Unavailable.CHAIN, "getInFlowPhases");
    return super.getInFlowPhases();
  }

  @Override
  public List<Phase> getOutFlowPhases() {
    missing(Unavailable.CHAIN, "getOutFlowPhases");
    return super.getOutFlowPhases();
  }

  @Override
  public List<Phase> getInFaultFlowPhases() {
    missing(Unavailable.CHAIN, "getInFaultFlowPhases");
    return super.getInFaultFlowPhases();
  }

  @Override
  public List<Phase> getOutFaultFlowPhases() {
    missing(Unavailable.CHAIN, "getOutFaultFlowPhases");
    return super.getOutFaultFlowPhases();
  }

  @Override
  public PhasesInfo getPhasesInfo() {
    missing(Unavailable.CHAIN, "getPhasesInfo");
    return super.getPhasesInfo();
  }

  @Override
  public MessageReceiver getMessageReceiver(String name) {
    missing(Unavailable.RECEIVER, "getMessageReceiver");
    return super.getMessageReceiver(name);
  }

  @Override
  public Builder getMessageBuilder(String name) {
    missing(Unavailable.CONFIGURATION, "getMessageBuilder");
    return super.getMessageBuilder(name);
  }

  @Override
  public Builder getMessageBuilder(String name, boolean extended) {
    missing(Unavailable.CONFIGURATION, "getMessageBuilder");
    return super.getMessageBuilder(name, extended);
  }

  @Override
  public MessageFormatter getMessageFormatter(String name) {
    missing(Unavailable.CONFIGURATION, "getMessageFormatter");
    return super.getMessageFormatter(name);
  }

  @Override
  public URL getRepository() {
    missing(Unavailable.CONFIGURATION, "getRepository");
    return super.getRepository();
  }

  @Override
  public ClassLoader getSystemClassLoader() {
    missing(Unavailable.CONFIGURATION, "getSystemClassLoader");
    return super.getSystemClassLoader();
  }

  @Override
  public AxisConfigurator getConfigurator() {
    missing(Unavailable.CONFIGURATION, "getConfigurator");
    return super.getConfigurator();
  }

  @Override
  public TransactionConfiguration getTransactionConfiguration() {
    missing(Unavailable.CONFIGURATION, "getTransactionConfiguration");
    return super.getTransactionConfiguration();
  }

  @Override
  public ArrayList<AxisObserver> getObserversList() {
    missing(Unavailable.CONFIGURATION, "getObserversList");
    return super.getObserversList();
  }

  @Override
  public TargetResolver getTargetResolverChain() {
    missing(Unavailable.CONFIGURATION, "getTargetResolverChain");
    return super.getTargetResolverChain();
  }

  @Override
  public AxisDataLocator getDataLocator(String name) {
    missing(Unavailable.CONFIGURATION, "getDataLocator");
    return super.getDataLocator(name);
  }

  @Override
  public String getDataLocatorClassName(String name) {
    missing(Unavailable.CONFIGURATION, "getDataLocatorClassName");
    return super.getDataLocatorClassName(name);
  }

  @Override
  public boolean isStart() {
    missing(Unavailable.CONFIGURATION, "isStart");
    return super.isStart();
  }

  @Override
  public boolean isChildFirstClassLoading() {
    missing(Unavailable.CONFIGURATION, "isChildFirstClassLoading");
    return super.isChildFirstClassLoading();
  }

  @Override
  public ArrayList<Parameter> getParameters() {
    missing(Unavailable.CONFIGURATION, "getParameters");
    return super.getParameters();
  }

  @Override
  public String getDocumentation() {
    missing(Unavailable.CONFIGURATION, "getDocumentation");
    return super.getDocumentation();
  }

  @Override
  public OMNode getDocumentationNode() {
    missing(Unavailable.CONFIGURATION, "getDocumentationNode");
    return super.getDocumentationNode();
  }

  @Override
  public List<QName> getLocalPolicyAssertions() {
    missing(Unavailable.POLICY, "getLocalPolicyAssertions");
    return super.getLocalPolicyAssertions();
  }

  @Override
  public boolean isAssertionLocal(QName name) {
    missing(Unavailable.POLICY, "isAssertionLocal");
    return super.isAssertionLocal(name);
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
}
