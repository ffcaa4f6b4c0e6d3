package org.dharch.monitor;

import org.dharch.core.DHManager;
import org.dharch.core.files.UserFolder;
import org.dharch.core.settings.MonitoringProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Implements the parameters {@code dharch.admin} and {@code dharch.tracing} of a gateway. */
public final class GatewayMonitoring implements MonitoringProvider {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayMonitoring.class);

  @Override
  public AutoCloseable open(DHManager manager, String admin) {
    AdminPort port =
        AdminPort.start(
            AdminAddress.parse("dharch.admin", admin),
            UserFolder.path().resolve(AdminPort.FOLDER),
            ManagerPages.of(manager, () -> true));
    LOG.info("ADMIN {} token-file {}", port.uri(), port.tokenFile());
    return port;
  }

  @Override
  public AutoCloseable trace(DHManager manager) {
    return Tracing.start(manager);
  }
}
