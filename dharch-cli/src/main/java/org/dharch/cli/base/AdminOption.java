package org.dharch.cli.base;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.files.UserFolder;
import org.dharch.monitor.AdminAddress;
import org.dharch.monitor.AdminPages;
import org.dharch.monitor.AdminPort;
import org.dharch.monitor.AdminTls;
import picocli.CommandLine.Option;

public final class AdminOption {
  private static final String ANY = "127.0.0.1:0";
  private static final String OFF = "off";

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT|off",
      description = "Address of the admin port; port 0 for any (" + ANY + ")")
  private String value;

  /** The folder with the tokens of all admin ports of this user. */
  public static Path folder() {
    return UserFolder.path().resolve(AdminPort.FOLDER);
  }

  /**
   * Opens the admin port, if there is to be one, and prints its address.
   *
   * @param isDefaultAny whether to open one without the option
   * @param credentials the options with its TLS
   * @return its address; empty if there is none
   */
  public Optional<URI> open(
      Lifetime lifetime, AdminPages pages, boolean isDefaultAny, BrokerOptions credentials) {
    String admin = Optional.ofNullable(value).orElse(isDefaultAny ? ANY : OFF);
    if (admin.equals(OFF)) {
      return Optional.empty();
    }
    InetSocketAddress address = AdminAddress.parse("--admin", admin);
    Optional<AdminTls> tls = credentials.adminTls();
    boolean local = address.getAddress().isLoopbackAddress();
    if (!local && tls.isEmpty()) {
      throw new UsageException(
          "--admin beyond loopback requires --key-store FILE for TLS (got '" + admin + "')");
    }
    AdminPort port =
        lifetime.add(
            local
                ? AdminPort.start(address, folder(), pages)
                : AdminPort.start(address, tls.orElseThrow(), folder(), pages));
    System.out.println("ADMIN " + port.uri() + " token-file " + port.tokenFile());
    return Optional.of(port.uri());
  }
}
