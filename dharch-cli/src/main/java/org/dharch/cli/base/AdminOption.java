package org.dharch.cli.base;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.files.UserFolder;
import org.dharch.monitor.AdminAddress;
import org.dharch.monitor.AdminPages;
import org.dharch.monitor.AdminPort;
import org.dharch.monitor.AdminTls;
import picocli.CommandLine.Option;

/** The option for the admin port of a running process. */
public final class AdminOption {
  private static final String ANY = "127.0.0.1:0";
  private static final String OFF = "off";

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT|off",
      description = "Address of the admin port; port 0 for any (" + ANY + ")")
  private String said;

  /** The folder with the tokens of all admin ports of this user. */
  public static Path folder() {
    return UserFolder.path().resolve(AdminPort.FOLDER);
  }

  /**
   * Opens the admin port and says so; nothing if there is to be none.
   *
   * @param unsaid whether there is to be one if the option is not there
   * @param tls with what it can speak TLS, if it can
   */
  public void open(Lifetime lifetime, AdminPages pages, boolean unsaid, Optional<AdminTls> tls) {
    String admin = Optional.ofNullable(said).orElse(unsaid ? ANY : OFF);
    if (admin.equals(OFF)) {
      return;
    }
    InetSocketAddress address = AdminAddress.parse("--admin", admin);
    boolean local = address.getAddress().isLoopbackAddress();
    if (!local && tls.isEmpty()) {
      throw new UsageException(
          "--admin beyond loopback requires --key-store FILE for TLS (got '" + admin + "')");
    }
    AdminPort port =
        lifetime.add(AdminPort.start(address, local ? Optional.empty() : tls, folder(), pages));
    System.out.println("ADMIN " + port.uri() + " token-file " + port.tokenFile());
  }
}
