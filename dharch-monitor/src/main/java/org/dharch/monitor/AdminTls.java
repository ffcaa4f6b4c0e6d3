package org.dharch.monitor;

import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.KeyStoreScanner;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The TLS settings of an admin port. Immutable.
 *
 * @param keyStore the file with its certificate and private key
 * @param password empty if it has none
 */
public record AdminTls(Path keyStore, Optional<String> password) {
  /**
   * Creates the connections of an admin port.
   *
   * @param server reads the key store again after a change
   */
  ConnectionFactory[] connections(HttpConfiguration http, Server server) {
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStorePath(keyStore.toAbsolutePath().toString());
    context.setKeyStorePassword(password.orElse(null));
    KeyStoreScanner renewed = new KeyStoreScanner(context);
    renewed.setScanInterval(1);
    server.addBean(renewed);
    http.addCustomizer(new SecureRequestCustomizer(false)); // any host name is accepted
    return new ConnectionFactory[] {
      new SslConnectionFactory(context, "http/1.1"), new HttpConnectionFactory(http)
    };
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "AdminTls[" + keyStore + "]";
  }
}
