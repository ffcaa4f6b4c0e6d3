package org.dharch.core.settings;

import java.net.URI;
import java.util.ServiceLoader;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.CManagerProvider;

/** Finds the transport that understands a broker's URI. */
public final class Transports {
  private Transports() {}

  /**
   * The manager's end of what {@code settings} name.
   *
   * @param loader what sees the transports; a container's own often does not
   * @throws DHArchException if there is none for the broker's URI, or an option is wrong
   */
  public static CManager manager(GatewaySettings settings, ClassLoader loader) {
    URI broker = settings.broker();
    for (CManagerProvider provider : ServiceLoader.load(CManagerProvider.class, loader)) {
      if (provider.supports(broker)) {
        return provider.manager(broker, settings.transportOptions(), settings.manager().limits());
      }
    }
    throw new DHArchException(
        "dharch.broker must be an address of a transport in the lib folder, such as embedded:,"
            + " tcp:, ssl:, failover: or memory: (got "
            + broker
            + ")");
  }
}
