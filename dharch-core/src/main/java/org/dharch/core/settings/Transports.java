package org.dharch.core.settings;

import java.net.URI;
import java.util.ServiceLoader;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.CManagerProvider;

/** Finds the transport for a broker's URI. */
public final class Transports {
  private Transports() {}

  /**
   * Creates the manager's transport.
   *
   * @param loader finds the transports; a container's own loader often does not
   * @throws DHArchException if there is none for the broker's URI, or an option is invalid
   */
  public static CManager manager(GatewaySettings settings, ClassLoader loader) {
    URI broker = settings.transport().broker();
    for (CManagerProvider provider : ServiceLoader.load(CManagerProvider.class, loader)) {
      if (provider.supports(broker)) {
        return provider.manager(
            broker, settings.transport().options(), settings.manager().limits());
      }
    }
    throw new DHArchException(
        "dharch.broker must be an address of a transport in the lib folder, such as embedded:,"
            + " tcp:, ssl:, failover: or memory: (got "
            + broker
            + ")");
  }
}
