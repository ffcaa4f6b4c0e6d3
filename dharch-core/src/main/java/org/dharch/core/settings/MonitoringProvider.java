package org.dharch.core.settings;

import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;

/**
 * Opens the admin port of a gateway's manager and reports its spans. Found by {@link
 * java.util.ServiceLoader}; dharch-monitor provides one.
 */
public interface MonitoringProvider {
  /**
   * Opens the admin port; called once, when everything else runs.
   *
   * @param admin the parameter's value: the address
   * @return closed before the manager
   * @throws DHArchException if it cannot be opened; its message names the parameter
   */
  AutoCloseable open(DHManager manager, String admin);

  /**
   * Starts to report spans as OpenTelemetry's own settings specify ({@code OTEL_…} in the
   * environment); called once, before the first message.
   *
   * @return stops the reporting; closed after the manager
   * @throws DHArchException if these settings are wrong
   */
  AutoCloseable trace(DHManager manager);
}
