package org.dharch.monitor;

import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * With what an admin port speaks TLS. Immutable.
 *
 * @param keyStore the file with its certificate and the certificate's key
 * @param password of it; empty if it has none
 */
public record AdminTls(Path keyStore, Optional<String> password) {
  ConnectionFactory[] connections(HttpConfiguration http) {
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStorePath(keyStore.toAbsolutePath().toString());
    context.setKeyStorePassword(password.orElse(null));
    http.addCustomizer(new SecureRequestCustomizer(false)); // any name leads here
    return new ConnectionFactory[] {
      new SslConnectionFactory(context, "http/1.1"), new HttpConnectionFactory(http)
    };
  }

  /** The password is not shown. */
  @Override
  public String toString() {
    return "AdminTls[" + keyStore + "]";
  }
}
