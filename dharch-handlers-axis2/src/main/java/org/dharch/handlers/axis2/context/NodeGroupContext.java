package org.dharch.handlers.axis2.context;

import java.util.Iterator;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.context.ServiceGroupContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;

/**
 * The replacement for the service group context on a node. It has no properties, and none can be
 * set, because no other handler would see them. Those of a lenient handler stay on the node.
 */
@SuppressWarnings("serial") // never serialized
final class NodeGroupContext extends ServiceGroupContext {
  private static final long serialVersionUID = 1L;

  NodeGroupContext(ConfigurationContext configuration, AxisServiceGroup group) {
    super(configuration, group);
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
  public String getId() {
    missing(Unavailable.SESSION, "getId");
    return super.getId();
  }

  @Override
  public long getLastTouchedTime() {
    missing(Unavailable.SESSION, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  @Override
  public ServiceContext getServiceContext(AxisService service) throws AxisFault {
    missing(Unavailable.SERVICES, "getServiceContext");
    return super.getServiceContext(service);
  }

  @Override
  public Iterator<ServiceContext> getServiceContexts() {
    missing(Unavailable.SERVICES, "getServiceContexts");
    return super.getServiceContexts();
  }

  @Override
  public ServiceContext findServiceContext(String name) {
    missing(Unavailable.SERVICES, "findServiceContext");
    return super.findServiceContext(name);
  }

  @Override
  public ServiceContext findServiceContext(AxisService service) {
    missing(Unavailable.SERVICES, "findServiceContext");
    return super.findServiceContext(service);
  }

  private static void missing(Unavailable what, String by) {
    what.missing("ServiceGroupContext." + by);
  }

  private static void missing(String by) {
    Unavailable.SHARED.missing("ServiceGroupContext." + by);
  }
}
