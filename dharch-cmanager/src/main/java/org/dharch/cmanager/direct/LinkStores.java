package org.dharch.cmanager.direct;

import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.activemq.broker.SslContext;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.link.LinkBounds;
import org.dharch.cmanager.link.LinkSettings;
import org.dharch.cmanager.link.LinkTls;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyStores;
import org.dharch.core.text.Reason;

/**
 * The settings of links. Their TLS has the stores of the connection to the broker. The manager
 * presents its certificate, although the node listens: so a node needs no certificate and uses the
 * trust store that it has.
 */
public final class LinkStores {
  private LinkStores() {}

  /** Returns whether the connection to the broker has TLS. */
  public static boolean isTls(List<URI> brokers) {
    return brokers.stream()
        .map(broker -> EmbeddedBroker.isEmbedded(broker) ? EmbeddedBroker.bindUri(broker) : broker)
        .anyMatch(broker -> String.valueOf(broker.getScheme()).endsWith("ssl"));
  }

  /** The settings of a manager, which with TLS presents its certificate: needs {@code keyStore}. */
  public static LinkSettings ofManager(JmsOptions options, boolean isTls) {
    return of(options, isTls, true);
  }

  static LinkSettings ofNode(JmsOptions options, boolean isTls) {
    return of(options, isTls, false);
  }

  private static LinkSettings of(JmsOptions options, boolean isTls, boolean shows) {
    return new LinkSettings(
        LinkBounds.of(options.maxFrameSize()),
        isTls
            ? Optional.of(new LinkTls(context(options.security().tls()), shows))
            : Optional.empty());
  }

  private static SSLContext context(JmsOptions.Tls tls) {
    try {
      SslContext stores = KeyStores.context(tls);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          stores.getKeyManagersAsArray(),
          tls.trustStore().isPresent() ? stores.getTrustManagersAsArray() : null,
          new SecureRandom());
      return context;
    } catch (CManagerException e) {
      throw e;
    } catch (Exception e) {
      throw new CManagerException("invalid key store: " + Reason.of(e), e);
    }
  }
}
