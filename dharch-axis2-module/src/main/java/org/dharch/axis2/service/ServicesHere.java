package org.dharch.axis2.service;

import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.core.DHManager;

/**
 * Reports to the manager which services can receive emissions: those that are deployed, active and
 * have the module engaged. It polls on its own thread, because Axis2's observers do not report
 * every activation and engagement.
 */
public final class ServicesHere implements AutoCloseable {
  private static final Log LOG = LogFactory.getLog(ServicesHere.class);
  private static final long POLL_MILLIS = 250;

  private final AxisConfiguration configuration;
  private final DHManager manager;
  private final ScheduledThreadPoolExecutor poller;
  private Set<String> reported = Set.of(); // by the one thread

  private ServicesHere(AxisConfiguration configuration, DHManager manager) {
    this.configuration = configuration;
    this.manager = manager;
    this.poller =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "dharch-services");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts reporting the services of {@code configuration} to {@code manager}. */
  public static ServicesHere start(AxisConfiguration configuration, DHManager manager) {
    ServicesHere here = new ServicesHere(configuration, manager);
    var unused =
        here.poller.scheduleWithFixedDelay(here::poll, 0, POLL_MILLIS, TimeUnit.MILLISECONDS);
    return here;
  }

  private void poll() {
    try {
      Set<String> now = names();
      if (!now.equals(reported)) {
        manager.emissionsFor(now);
        reported = now;
      }
    } catch (
        RuntimeException e) { // Axis2's maps change during a deployment: retry at the next poll
      LOG.debug("Failed to read the services; retrying", e);
    }
  }

  private Set<String> names() {
    return configuration.getServices().values().stream()
        .filter(service -> service.isActive() && !service.isClientSide())
        .filter(ServiceSettings::isEngaged)
        .map(AxisService::getName)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void close() {
    poller.shutdownNow();
  }
}
