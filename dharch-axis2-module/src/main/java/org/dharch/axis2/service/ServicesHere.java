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
 * Tells the manager for which services it is to take what handlers emit: those that are deployed,
 * active, and have the module engaged. It looks again and again, since Axis2 tells its observers of
 * services, but not of all that makes one active or engaged; and several that are deployed together
 * are told together. Has a thread of its own.
 */
public final class ServicesHere implements AutoCloseable {
  private static final Log LOG = LogFactory.getLog(ServicesHere.class);
  private static final long LOOK_MILLIS = 250;

  private final AxisConfiguration configuration;
  private final DHManager manager;
  private final ScheduledThreadPoolExecutor looking;
  private Set<String> told = Set.of(); // by the one thread

  private ServicesHere(AxisConfiguration configuration, DHManager manager) {
    this.configuration = configuration;
    this.manager = manager;
    this.looking =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "dharch-services");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** From now on {@code manager} hears of the services of {@code configuration}. */
  public static ServicesHere tell(AxisConfiguration configuration, DHManager manager) {
    ServicesHere here = new ServicesHere(configuration, manager);
    var unused =
        here.looking.scheduleWithFixedDelay(here::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    return here;
  }

  private void look() {
    try {
      Set<String> now = names();
      if (!now.equals(told)) {
        manager.emissionsFor(now);
        told = now;
      }
    } catch (RuntimeException e) { // Axis2's maps, while it deploys: the next look finds them whole
      LOG.debug("the services could not be looked at", e);
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
    looking.shutdownNow();
  }
}
