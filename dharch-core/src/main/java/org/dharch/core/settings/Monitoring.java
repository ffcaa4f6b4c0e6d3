package org.dharch.core.settings;

import java.util.ServiceLoader;
import org.dharch.core.message.DHArchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds what a manager is asked by. */
final class Monitoring {
  private static final Logger LOG = LoggerFactory.getLogger(Monitoring.class);

  private Monitoring() {}

  /**
   * The module that does it.
   *
   * @param wanted the parameter that wants it, and its value, for the error
   * @throws DHArchException if none is there
   */
  static MonitoringProvider provider(String wanted, ClassLoader loader) {
    for (MonitoringProvider provider : ServiceLoader.load(MonitoringProvider.class, loader)) {
      return provider;
    }
    throw new DHArchException(wanted + " requires org.dharch:dharch-monitor in the lib folder");
  }

  /** Closes {@code open}. */
  static Runnable closing(AutoCloseable open) {
    return () -> {
      try {
        open.close();
      } catch (Exception e) { // whatever a provider throws
        LOG.warn("Failed to close {}", open, e);
      }
    };
  }
}
