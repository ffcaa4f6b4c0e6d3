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
 * The replacement for the service context on a node. It has no properties, and none can be set,
 * because no other handler would see them. Those of a lenient handler stay on the node.
 */
@SuppressWarnings("serial") // never serialized
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

  // Axis2 sets these only in another constructor

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
  public EndpointReference getMyEPR(String name) throws AxisFault {
    missing(Unavailable.ENDPOINTS, "getMyEPR");
    return super.getMyEPR(name);
  }

  @Override
  public EndpointReference getTargetEPR() {
    missing(Unavailable.ENDPOINTS, "getTargetEPR");
    return super.getTargetEPR();
  }

  @Override
  public OperationContext getLastOperationContext() {
    missing(Unavailable.OTHER_MESSAGES, "getLastOperationContext");
    return super.getLastOperationContext();
  }

  @Override
  public boolean isCachingOperationContext() {
    missing(Unavailable.OTHER_MESSAGES, "isCachingOperationContext");
    return super.isCachingOperationContext();
  }

  @Override
  public long getLastTouchedTime() {
    missing(Unavailable.SESSION, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  private static void missing(Unavailable what, String by) {
    what.missing("ServiceContext." + by);
  }

  private static void missing(String by) {
    Unavailable.SHARED.missing("ServiceContext." + by);
  }
}
