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
 * The replacement for the configuration context on a node. It has no properties, and none can be
 * set, because no other handler would see them. Those of a lenient handler stay on the node.
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
    requireSent("the context root", "getContextRoot");
    return super.getContextRoot();
  }

  @Override
  public String getServicePath() {
    requireSent("the path of services", "getServicePath");
    return super.getServicePath();
  }

  @Override
  public String getServiceContextPath() {
    requireSent("the path of services", "getServiceContextPath");
    return super.getServiceContextPath();
  }

  private void requireSent(String what, String by) {
    if (complete) {
      facts.requireSent(what, "ConfigurationContext." + by);
    }
  }

  @Override
  public Object getProperty(String name) {
    missing("getProperty('" + name + "')");
    return super.getLocalProperty(name);
  }

  @Override
  public Object getLocalProperty(String name) {
    missing("getLocalProperty('" + name + "')");
    return super.getLocalProperty(name);
  }

  @Override
  public Object getPropertyNonReplicable(String name) {
    missing("getPropertyNonReplicable('" + name + "')");
    return super.getLocalProperty(name);
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public Map<String, Object> getProperties() {
    missing("getProperties");
    return super.getProperties();
  }

  @Override
  public synchronized Map<String, Object> getPropertyDifferences() {
    missing("getPropertyDifferences");
    return super.getPropertyDifferences();
  }

  @Override
  public Iterator<String> getPropertyNames() {
    missing("getPropertyNames");
    return super.getPropertyNames();
  }

  @Override
  public synchronized void setProperty(String name, Object value) {
    missing("setProperty('" + name + "')");
    super.setProperty(name, value);
  }

  @Override
  public synchronized void setNonReplicableProperty(String name, Object value) {
    missing("setNonReplicableProperty('" + name + "')");
    super.setNonReplicableProperty(name, value);
  }

  @Override
  public void setProperties(Map<String, Object> values) {
    missing("setProperties");
    super.setProperties(values);
  }

  @Override
  public void mergeProperties(Map<String, Object> values) {
    missing("mergeProperties");
    super.mergeProperties(values);
  }

  @Override
  public synchronized void removeProperty(String name) {
    missing("removeProperty('" + name + "')");
    super.removeProperty(name);
  }

  @Override
  public synchronized void removePropertyNonReplicable(String name) {
    missing("removePropertyNonReplicable('" + name + "')");
    super.removePropertyNonReplicable(name);
  }

  @Override
  public boolean isAnyOperationContextRegistered() {
    missing(Unavailable.OTHER_MESSAGES, "isAnyOperationContextRegistered");
    return super.isAnyOperationContextRegistered();
  }

  @Override
  public OperationContext getOperationContext(String name) {
    missing(Unavailable.OTHER_MESSAGES, "getOperationContext");
    return super.getOperationContext(name);
  }

  @Override
  public OperationContext findOperationContext(String name, String second, String third) {
    missing(Unavailable.OTHER_MESSAGES, "findOperationContext");
    return super.findOperationContext(name, second, third);
  }

  @Override
  public ServiceGroupContext getServiceGroupContext(String name) {
    missing(Unavailable.SESSION, "getServiceGroupContext");
    return super.getServiceGroupContext(name);
  }

  @Override
  public String[] getServiceGroupContextIDs() {
    missing(Unavailable.SESSION, "getServiceGroupContextIDs");
    return super.getServiceGroupContextIDs();
  }

  @Override
  public ServiceGroupContext getServiceGroupContextFromSoapSessionTable(
      String name, MessageContext message) throws AxisFault {
    missing(Unavailable.SESSION, "getServiceGroupContextFromSoapSessionTable");
    return super.getServiceGroupContextFromSoapSessionTable(name, message);
  }

  @Override
  public long getServiceGroupContextTimeoutInterval() {
    missing(Unavailable.SESSION, "getServiceGroupContextTimeoutInterval");
    return super.getServiceGroupContextTimeoutInterval();
  }

  @Override
  public long getLastTouchedTime() {
    missing(Unavailable.SESSION, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  @Override
  public File getRealPath(String name) {
    missing(Unavailable.CONFIGURATION, "getRealPath");
    return super.getRealPath(name);
  }

  @Override
  public ThreadFactory getThreadPool() {
    missing(Unavailable.CONFIGURATION, "getThreadPool");
    return super.getThreadPool();
  }

  @Override
  public ListenerManager getListenerManager() {
    missing(Unavailable.CONFIGURATION, "getListenerManager");
    return super.getListenerManager();
  }

  private static void missing(Unavailable what, String by) {
    what.missing("ConfigurationContext." + by);
  }

  private static void missing(String by) {
    Unavailable.SHARED.missing("ConfigurationContext." + by);
  }
}
