package org.dharch.core.settings;

import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;

/**
 * Opens what a gateway's manager is asked by, and reports its spans. Found by {@link
 * java.util.ServiceLoader}; the module dharch-monitor brings one.
 */
public interface MonitoringProvider {
  /**
   * Opens the admin port; called once, when everything else runs.
   *
   * @param admin the parameter's value: where to listen
   * @return what ends it; closed before the manager
   * @throws DHArchException if it cannot be opened there; its message names the parameter
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
