package org.dharch.handlers.axis2.context;

import java.util.Iterator;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.context.ServiceGroupContext;
import org.apache.axis2.description.AxisService;

/**
 * The replacement for the service context on a node. Its properties are not here and cannot be set,
 * because no other handler would see them. Those of a lenient handler stay on the node.
 */
@SuppressWarnings("serial") // it never travels by Java's own means
final class NodeServiceContext extends ServiceContext {
  private static final long serialVersionUID = 1L;

  private final transient AxisService service;
  private final transient ServiceGroupContext group;
  private final transient ConfigurationContext configuration;

  NodeServiceContext(
      AxisService service, ServiceGroupContext group, ConfigurationContext configuration) {
    this.service = service;
    this.group = group;
    this.configuration = configuration;
    setParent(group);
  }

  // what Axis2 sets only by a constructor of its own

  @Override
  public AxisService getAxisService() {
    return service;
  }

  @Override
  public ServiceGroupContext getServiceGroupContext() {
    return group;
  }

  @Override
  public ConfigurationContext getConfigurationContext() {
    return configuration;
  }

  @Override
  public ConfigurationContext getRootContext() {
    return configuration;
  }

  @Override
  public String getName() {
    return service.getName();
  }

  @Override
  public String getGroupName() {
    return service.getAxisServiceGroup().getServiceGroupName();
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
  public EndpointReference getMyEPR(String name) throws AxisFault {
    asked(Unavailable.ENDPOINTS, "getMyEPR");
    return super.getMyEPR(name);
  }

  @Override
  public EndpointReference getTargetEPR() {
    asked(Unavailable.ENDPOINTS, "getTargetEPR");
    return super.getTargetEPR();
  }

  @Override
  public OperationContext getLastOperationContext() {
    asked(Unavailable.OTHER_MESSAGES, "getLastOperationContext");
    return super.getLastOperationContext();
  }

  @Override
  public boolean isCachingOperationContext() {
    asked(Unavailable.OTHER_MESSAGES, "isCachingOperationContext");
    return super.isCachingOperationContext();
  }

  @Override
  public long getLastTouchedTime() {
    asked(Unavailable.SESSION, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  private static void asked(Unavailable what, String by) {
    what.asked("ServiceContext." + by);
  }

  private static void asked(String by) {
    Unavailable.SHARED.asked("ServiceContext." + by);
  }
}
