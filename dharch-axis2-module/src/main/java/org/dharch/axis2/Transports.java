package org.dharch.axis2;

import java.net.URI;
import java.util.ServiceLoader;
import org.dharch.core.DHArchException;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.CManagerProvider;

/** Finds the transport that understands a broker's URI among those in the module's archive. */
final class Transports {
  private Transports() {}

  static CManager manager(ModuleSettings settings) {
    URI broker = settings.broker();
    // the module's own class loader: the container's does not see the archive's lib folder
    for (CManagerProvider provider :
        ServiceLoader.load(CManagerProvider.class, Transports.class.getClassLoader())) {
      if (provider.supports(broker)) {
        return provider.manager(broker, settings.transportOptions());
      }
    }
    throw new DHArchException(
        "dharch.broker="
            + broker
            + "; no transport in the module's lib folder understands this;"
            + " embedded:, tcp:, ssl:, failover: and memory: are what DHArch brings");
  }
}
