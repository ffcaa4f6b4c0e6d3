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

/**
 * The replacement for the container's configuration on a node, which has none. As {@link
 * UndescribedService}.
 */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
final class NodeAxisConfiguration extends AxisConfiguration {
  private boolean complete;

  /** It is there, and who asks from now on is a handler. */
  void complete() {
    complete = true;
  }

  private void asked(Unavailable what, String by) {
    if (complete) {
      what.asked("AxisConfiguration." + by);
    }
  }

  @Override
  public Parameter getParameter(String name) {
    NodeMessageContext.parameterStays(name, "configuration");
    return super.getParameter(name);
  }

  @Override
  public AxisModule getModule(String name) {
    asked(Unavailable.MODULES, "getModule");
    return super.getModule(name);
  }

  @Override
  public AxisModule getModule(String name, String second) {
    asked(Unavailable.MODULES, "getModule");
    return super.getModule(name, second);
  }

  @Override
  public HashMap<String, AxisModule> getModules() {
    asked(Unavailable.MODULES, "getModules");
    return super.getModules();
  }

  @Override
  public ModuleConfiguration getModuleConfig(String name) {
    asked(Unavailable.MODULES, "getModuleConfig");
    return super.getModuleConfig(name);
  }

  @Override
  public ClassLoader getModuleClassLoader() {
    asked(Unavailable.MODULES, "getModuleClassLoader");
    return super.getModuleClassLoader();
  }

  @Override
  public AxisModule getDefaultModule(String name) {
    asked(Unavailable.MODULES, "getDefaultModule");
    return super.getDefaultModule(name);
  }

  @Override
  public String getDefaultModuleVersion(String name) {
    asked(Unavailable.MODULES, "getDefaultModuleVersion");
    return super.getDefaultModuleVersion(name);
  }

  @Override
  public Hashtable<String, String> getFaultyModules() {
    asked(Unavailable.MODULES, "getFaultyModules");
    return super.getFaultyModules();
  }

  @Override
  public List<AxisModule> getModulesForPolicyNamesapce(String name) {
    asked(Unavailable.MODULES, "getModulesForPolicyNamesapce");
    return super.getModulesForPolicyNamesapce(name);
  }

  @Override
  public boolean isGlobalModulesRegistered(String name) {
    asked(Unavailable.MODULES, "isGlobalModulesRegistered");
    return super.isGlobalModulesRegistered(name);
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
  public TransportInDescription getTransportIn(String name) {
    asked(Unavailable.TRANSPORT, "getTransportIn");
    return super.getTransportIn(name);
  }

  @Override
  public TransportOutDescription getTransportOut(String name) {
    asked(Unavailable.TRANSPORT, "getTransportOut");
    return super.getTransportOut(name);
  }

  @Override
  public HashMap<String, TransportInDescription> getTransportsIn() {
    asked(Unavailable.TRANSPORT, "getTransportsIn");
    return super.getTransportsIn();
  }

  @Override
  public HashMap<String, TransportOutDescription> getTransportsOut() {
    asked(Unavailable.TRANSPORT, "getTransportsOut");
    return super.getTransportsOut();
  }

  @Override
  public AxisService getService(String name) throws AxisFault {
    asked(Unavailable.SERVICES, "getService");
    return super.getService(name);
  }

  @Override
  public HashMap<String, AxisService> getServices() {
    asked(Unavailable.SERVICES, "getServices");
    return super.getServices();
  }

  @Override
  public AxisService getServiceForActivation(String name) {
    asked(Unavailable.SERVICES, "getServiceForActivation");
    return super.getServiceForActivation(name);
  }

  @Override
  public AxisServiceGroup getServiceGroup(String name) {
    asked(Unavailable.SERVICES, "getServiceGroup");
    return super.getServiceGroup(name);
  }

  @Override
  public Iterator<AxisServiceGroup> getServiceGroups() {
    asked(Unavailable.SERVICES, "getServiceGroups");
    return super.getServiceGroups();
  }

  @Override
  public ClassLoader getServiceClassLoader() {
    asked(Unavailable.SERVICES, "getServiceClassLoader");
    return super.getServiceClassLoader();
  }

  @Override
  public Hashtable<String, String> getFaultyServices() {
    asked(Unavailable.SERVICES, "getFaultyServices");
    return super.getFaultyServices();
  }

  @Override
  public Map<String, FaultyServiceData> getFaultyServicesDuetoModule(String name) {
    asked(Unavailable.SERVICES, "getFaultyServicesDuetoModule");
    return super.getFaultyServicesDuetoModule(name);
  }

  @Override
  public Map<String, Map<String, FaultyServiceData>> getFaultyServicesDuetoModules() {
    asked(Unavailable.SERVICES, "getFaultyServicesDuetoModules");
    return super.getFaultyServicesDuetoModules();
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
  public List<Phase> getInFlowPhases() {
    asked(Unavailable.CHAIN, "getInFlowPhases");
    return super.getInFlowPhases();
  }

  @Override
  public List<Phase> getOutFlowPhases() {
    asked(Unavailable.CHAIN, "getOutFlowPhases");
    return super.getOutFlowPhases();
  }

  @Override
  public List<Phase> getInFaultFlowPhases() {
    asked(Unavailable.CHAIN, "getInFaultFlowPhases");
    return super.getInFaultFlowPhases();
  }

  @Override
  public List<Phase> getOutFaultFlowPhases() {
    asked(Unavailable.CHAIN, "getOutFaultFlowPhases");
    return super.getOutFaultFlowPhases();
  }

  @Override
  public PhasesInfo getPhasesInfo() {
    asked(Unavailable.CHAIN, "getPhasesInfo");
    return super.getPhasesInfo();
  }

  @Override
  public MessageReceiver getMessageReceiver(String name) {
    asked(Unavailable.RECEIVER, "getMessageReceiver");
    return super.getMessageReceiver(name);
  }

  @Override
  public Builder getMessageBuilder(String name) {
    asked(Unavailable.CONFIGURATION, "getMessageBuilder");
    return super.getMessageBuilder(name);
  }

  @Override
  public Builder getMessageBuilder(String name, boolean extended) {
    asked(Unavailable.CONFIGURATION, "getMessageBuilder");
    return super.getMessageBuilder(name, extended);
  }

  @Override
  public MessageFormatter getMessageFormatter(String name) {
    asked(Unavailable.CONFIGURATION, "getMessageFormatter");
    return super.getMessageFormatter(name);
  }

  @Override
  public URL getRepository() {
    asked(Unavailable.CONFIGURATION, "getRepository");
    return super.getRepository();
  }

  @Override
  public ClassLoader getSystemClassLoader() {
    asked(Unavailable.CONFIGURATION, "getSystemClassLoader");
    return super.getSystemClassLoader();
  }

  @Override
  public AxisConfigurator getConfigurator() {
    asked(Unavailable.CONFIGURATION, "getConfigurator");
    return super.getConfigurator();
  }

  @Override
  public TransactionConfiguration getTransactionConfiguration() {
    asked(Unavailable.CONFIGURATION, "getTransactionConfiguration");
    return super.getTransactionConfiguration();
  }

  @Override
  public ArrayList<AxisObserver> getObserversList() {
    asked(Unavailable.CONFIGURATION, "getObserversList");
    return super.getObserversList();
  }

  @Override
  public TargetResolver getTargetResolverChain() {
    asked(Unavailable.CONFIGURATION, "getTargetResolverChain");
    return super.getTargetResolverChain();
  }

  @Override
  public AxisDataLocator getDataLocator(String name) {
    asked(Unavailable.CONFIGURATION, "getDataLocator");
    return super.getDataLocator(name);
  }

  @Override
  public String getDataLocatorClassName(String name) {
    asked(Unavailable.CONFIGURATION, "getDataLocatorClassName");
    return super.getDataLocatorClassName(name);
  }

  @Override
  public boolean isStart() {
    asked(Unavailable.CONFIGURATION, "isStart");
    return super.isStart();
  }

  @Override
  public boolean isChildFirstClassLoading() {
    asked(Unavailable.CONFIGURATION, "isChildFirstClassLoading");
    return super.isChildFirstClassLoading();
  }

  @Override
  public ArrayList<Parameter> getParameters() {
    asked(Unavailable.CONFIGURATION, "getParameters");
    return super.getParameters();
  }

  @Override
  public String getDocumentation() {
    asked(Unavailable.CONFIGURATION, "getDocumentation");
    return super.getDocumentation();
  }

  @Override
  public OMNode getDocumentationNode() {
    asked(Unavailable.CONFIGURATION, "getDocumentationNode");
    return super.getDocumentationNode();
  }

  @Override
  public List<QName> getLocalPolicyAssertions() {
    asked(Unavailable.POLICY, "getLocalPolicyAssertions");
    return super.getLocalPolicyAssertions();
  }

  @Override
  public boolean isAssertionLocal(QName name) {
    asked(Unavailable.POLICY, "isAssertionLocal");
    return super.isAssertionLocal(name);
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
}
