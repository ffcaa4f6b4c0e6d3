package org.dharch.core.settings;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.ObjectName;
import org.dharch.core.DHManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The JMX bean of a manager. Safe for any thread. */
final class ManagerBean implements ManagerMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerBean.class);
  private static final double MILLIS = 1e6;
  private static final double SHARE = 0.95;

  private final DHManager manager;

  private ManagerBean(DHManager manager) {
    this.manager = manager;
  }

  /**
   * Registers {@code manager}; a failure is logged.
   *
   * @return unregisters it
   */
  static Runnable register(DHManager manager) {
    try {
      ObjectName name =
          new ObjectName("org.dharch:type=Manager,name=" + ObjectName.quote(manager.address()));
      ManagementFactory.getPlatformMBeanServer().registerMBean(new ManagerBean(manager), name);
      return () -> unregister(name);
    } catch (InstanceAlreadyExistsException e) {
      LOG.debug("Already registered", e);
    } catch (JMException | SecurityException e) {
      LOG.warn("Failed to register the manager with JMX: {}", e.toString());
    }
    return () -> {};
  }

  private static void unregister(ObjectName name) {
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (JMException | SecurityException e) {
      LOG.debug("Failed to unregister {}", name, e);
    }
  }

  @Override
  public int getInFlight() {
    return manager.status().inFlight();
  }

  @Override
  public int getWaiting() {
    return manager.status().queues().waiting();
  }

  @Override
  public int getConcurrencyLimit() {
    return manager.status().concurrencyLimit();
  }

  @Override
  public Map<String, Integer> getHeld() {
    return manager.status().queues().held();
  }

  @Override
  public int getNodes() {
    return manager.status().nodes().size();
  }

  @Override
  public Map<String, Long> getCounters() {
    Map<String, Long> counters = new TreeMap<>();
    manager.status().counters().forEach((counter, value) -> counters.put(counter.name(), value));
    return counters;
  }

  @Override
  public Map<String, Double> getHandlerRun95() {
    Map<String, Double> all = new TreeMap<>();
    manager
        .status()
        .latencies()
        .byPlace()
        .forEach(
            (place, times) ->
                all.put(
                    place.handlerText() + "@" + place.node(),
                    times.ran().quantileNanos(SHARE) / MILLIS));
    return all;
  }

  @Override
  public Map<String, Double> getMessage95() {
    Map<String, Double> all = new TreeMap<>();
    manager
        .status()
        .latencies()
        .byOrchestration()
        .forEach((name, times) -> all.put(name, times.took().quantileNanos(SHARE) / MILLIS));
    return all;
  }
}
