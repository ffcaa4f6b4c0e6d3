package org.dharch.cli.admin;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.UsageException;
import picocli.CommandLine.Option;

/** The trusted certificates of admin ports with TLS. */
final class AdminTrust {
  private static final String PASSWORD = "DHARCH_TRUST_STORE_PASSWORD";

  @Option(
      names = "--trust-store",
      paramLabel = "FILE",
      description = "Trust store for https (DHARCH_TRUST_STORE_PASSWORD)")
  private Path trustStore;

  /** Empty for the JVM's default. */
  Optional<SSLContext> context() throws IOException {
    if (trustStore == null) {
      return Optional.empty();
    }
    Arguments.requireFile(trustStore);
    String password = System.getenv(PASSWORD);
    try {
      KeyStore trusted =
          KeyStore.getInstance(
              trustStore.toFile(), password == null ? null : password.toCharArray());
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return Optional.of(context);
    } catch (GeneralSecurityException e) {
      throw new UsageException(
          "--trust-store must be a key store (got '" + trustStore + "': " + e.getMessage() + ")",
          e);
    }
  }
}
