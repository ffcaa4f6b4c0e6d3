package org.dharch.handlers.axis2.context;

import java.io.File;
import java.util.Iterator;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.context.ServiceGroupContext;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.ListenerManager;
import org.apache.axis2.util.threadpool.ThreadFactory;

/**
 * The replacement for the configuration context on a node. Its properties are not here and cannot
 * be set, because no other handler would see them. Those of a lenient handler stay on the node.
 */
final class NodeConfiguration extends ConfigurationContext {
  private final ContainerFacts facts;
  private final boolean complete;

  NodeConfiguration(AxisConfiguration configuration, ContainerFacts facts) {
    super(configuration);
    this.facts = facts;
    setServicePath(facts.servicePath());
    setContextRoot(facts.contextRoot());
    complete = true;
  }

  @Override
  public String getContextRoot() {
    said("the context root", "getContextRoot");
    return super.getContextRoot();
  }

  @Override
  public String getServicePath() {
    said("the path of services", "getServicePath");
    return super.getServicePath();
  }

  @Override
  public String getServiceContextPath() {
    said("the path of services", "getServiceContextPath");
    return super.getServiceContextPath();
  }

  private void said(String what, String by) {
    if (complete) {
      facts.said(what, "ConfigurationContext." + by);
    }
  }

  // ---- properties

  @Override
  public Object getProperty(String name) {
    asked("getProperty('" + name + "')");
    return super.getLocalProperty(name);
  }

  @Override
  public Object getLocalProperty(String name) {
    asked("getLocalProperty('" + name + "')");
    return super.getLocalProperty(name);
  }

  @Override
  public Object getPropertyNonReplicable(String name) {
    asked("getPropertyNonReplicable('" + name + "')");
    return super.getLocalProperty(name);
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public Map<String, Object> getProperties() {
    asked("getProperties");
    return super.getProperties();
  }

  @Override
  public synchronized Map<String, Object> getPropertyDifferences() {
    asked("getPropertyDifferences");
    return super.getPropertyDifferences();
  }

  @Override
  public Iterator<String> getPropertyNames() {
    asked("getPropertyNames");
    return super.getPropertyNames();
  }

  @Override
  public synchronized void setProperty(String name, Object value) {
    asked("setProperty('" + name + "')");
    super.setProperty(name, value);
  }

  @Override
  public synchronized void setNonReplicableProperty(String name, Object value) {
    asked("setNonReplicableProperty('" + name + "')");
    super.setNonReplicableProperty(name, value);
  }

  @Override
  public void setProperties(Map<String, Object> values) {
    asked("setProperties");
    super.setProperties(values);
  }

  @Override
  public void mergeProperties(Map<String, Object> values) {
    asked("mergeProperties");
    super.mergeProperties(values);
  }

  @Override
  public synchronized void removeProperty(String name) {
    asked("removeProperty('" + name + "')");
    super.removeProperty(name);
  }

  @Override
  public synchronized void removePropertyNonReplicable(String name) {
    asked("removePropertyNonReplicable('" + name + "')");
    super.removePropertyNonReplicable(name);
  }

  // ---- what stayed in the container

  @Override
  public boolean isAnyOperationContextRegistered() {
    asked(Unavailable.OTHER_MESSAGES, "isAnyOperationContextRegistered");
    return super.isAnyOperationContextRegistered();
  }

  @Override
  public OperationContext getOperationContext(String name) {
    asked(Unavailable.OTHER_MESSAGES, "getOperationContext");
    return super.getOperationContext(name);
  }

  @Override
  public OperationContext findOperationContext(String name, String second, String third) {
    asked(Unavailable.OTHER_MESSAGES, "findOperationContext");
    return super.findOperationContext(name, second, third);
  }

  @Override
  public ServiceGroupContext getServiceGroupContext(String name) {
    asked(Unavailable.SESSION, "getServiceGroupContext");
    return super.getServiceGroupContext(name);
  }

  @Override
  public String[] getServiceGroupContextIDs() {
    asked(Unavailable.SESSION, "getServiceGroupContextIDs");
    return super.getServiceGroupContextIDs();
  }

  @Override
  public ServiceGroupContext getServiceGroupContextFromSoapSessionTable(
      String name, MessageContext message) throws AxisFault {
    asked(Unavailable.SESSION, "getServiceGroupContextFromSoapSessionTable");
    return super.getServiceGroupContextFromSoapSessionTable(name, message);
  }

  @Override
  public long getServiceGroupContextTimeoutInterval() {
    asked(Unavailable.SESSION, "getServiceGroupContextTimeoutInterval");
    return super.getServiceGroupContextTimeoutInterval();
  }

  @Override
  public long getLastTouchedTime() {
    asked(Unavailable.SESSION, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  @Override
  public File getRealPath(String name) {
    asked(Unavailable.CONFIGURATION, "getRealPath");
    return super.getRealPath(name);
  }

  @Override
  public ThreadFactory getThreadPool() {
    asked(Unavailable.CONFIGURATION, "getThreadPool");
    return super.getThreadPool();
  }

  @Override
  public ListenerManager getListenerManager() {
    asked(Unavailable.CONFIGURATION, "getListenerManager");
    return super.getListenerManager();
  }

  private static void asked(Unavailable what, String by) {
    what.asked("ConfigurationContext." + by);
  }

  private static void asked(String by) {
    Unavailable.SHARED.asked("ConfigurationContext." + by);
  }
}
