package org.dharch.handlers;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanRegistrationException;
import javax.management.ObjectName;
import org.dharch.core.document.HandlerSettings;

/**
 * The registration of a monitor in JMX: {@code org.dharch:type=Monitor,node="NODE",name="NAME"}.
 */
record JmxEntry(ObjectName name) implements AutoCloseable {

  static JmxEntry of(MonitorMXBean monitor, String node, String name) throws JMException {
    ObjectName objectName =
        new ObjectName(
            "org.dharch:type=Monitor,node="
                + ObjectName.quote(node)
                + ",name="
                + ObjectName.quote(name));
    try {
      ManagementFactory.getPlatformMBeanServer().registerMBean(monitor, objectName);
    } catch (InstanceAlreadyExistsException e) {
      throw HandlerSettings.wrong("name", name, "unique among the monitors of this node");
    }
    return new JmxEntry(objectName);
  }

  @Override
  public void close() {
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (InstanceNotFoundException | MBeanRegistrationException e) {
      throw new IllegalStateException("failed to unregister " + name + " from JMX", e);
    }
  }
}
