package org.dharch.core.settings;

import java.util.ServiceLoader;
import org.dharch.core.message.DHArchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the monitoring provider. */
final class Monitoring {
  private static final Logger LOG = LoggerFactory.getLogger(Monitoring.class);

  private Monitoring() {}

  /**
   * @param wanted the parameter with its value, for the error
   * @throws DHArchException if there is no provider
   */
  static MonitoringProvider provider(String wanted, ClassLoader loader) {
    for (MonitoringProvider provider : ServiceLoader.load(MonitoringProvider.class, loader)) {
      return provider;
    }
    throw new DHArchException(wanted + " requires org.dharch:dharch-monitor in the lib folder");
  }

  static Runnable closing(AutoCloseable open) {
    return () -> {
      try {
        open.close();
      } catch (Exception e) { // declared by providers
        LOG.warn("Failed to close {}", open, e);
      }
    };
  }
}
