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
 * The replacement for the service group context on a node. Its properties are not here and cannot
 * be set, because no other handler would see them. Those of a lenient handler stay on the node.
 */
@SuppressWarnings("serial") // it never travels by Java's own means
final class NodeGroupContext extends ServiceGroupContext {
  private static final long serialVersionUID = 1L;

  NodeGroupContext(ConfigurationContext configuration, AxisServiceGroup group) {
    super(configuration, group);
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
  public String getId() {
    asked(Unavailable.SESSION, "getId");
    return super.getId();
  }

  @Override
  public long getLastTouchedTime() {
    asked(Unavailable.SESSION, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  @Override
  public ServiceContext getServiceContext(AxisService service) throws AxisFault {
    asked(Unavailable.SERVICES, "getServiceContext");
    return super.getServiceContext(service);
  }

  @Override
  public Iterator<ServiceContext> getServiceContexts() {
    asked(Unavailable.SERVICES, "getServiceContexts");
    return super.getServiceContexts();
  }

  @Override
  public ServiceContext findServiceContext(String name) {
    asked(Unavailable.SERVICES, "findServiceContext");
    return super.findServiceContext(name);
  }

  @Override
  public ServiceContext findServiceContext(AxisService service) {
    asked(Unavailable.SERVICES, "findServiceContext");
    return super.findServiceContext(service);
  }

  private static void asked(Unavailable what, String by) {
    what.asked("ServiceGroupContext." + by);
  }

  private static void asked(String by) {
    Unavailable.SHARED.asked("ServiceGroupContext." + by);
  }
}
