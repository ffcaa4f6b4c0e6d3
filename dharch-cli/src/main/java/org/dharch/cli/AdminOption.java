package org.dharch.cli;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import org.dharch.cmanager.KeyFile;
import org.dharch.monitor.AdminPages;
import org.dharch.monitor.AdminPort;
import picocli.CommandLine.Option;

/** Where a running process is asked what it does. */
final class AdminOption {
  private static final String ANY = "127.0.0.1:0";
  private static final String OFF = "off";

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT|off",
      description = "Where it is asked what it does, on loopback; port 0 takes any (" + ANY + ").")
  private String said;

  /** Where the tokens of all admin ports of this user are. */
  static Path folder() {
    return KeyFile.home().resolve("admin");
  }

  /**
   * Opens the admin port and says so; nothing if there is to be none.
   *
   * @param unsaid whether there is to be one if the option is not there
   */
  void open(Lifetime lifetime, AdminPages pages, boolean unsaid) {
    String admin = Optional.ofNullable(said).orElse(unsaid ? ANY : OFF);
    if (!admin.equals(OFF)) {
      AdminPort port = lifetime.add(AdminPort.start(address(admin), folder(), pages));
      System.out.println("ADMIN " + port.uri() + " token-file " + port.tokenFile());
    }
  }

  private static InetSocketAddress address(String admin) {
    int at = admin.lastIndexOf(':');
    try {
      String host = admin.substring(0, Math.max(at, 0)).replaceAll("^\\[|]$", "");
      int port = Integer.parseInt(admin.substring(at + 1));
      if (!host.isEmpty()) {
        return new InetSocketAddress(InetAddress.getByName(host), port);
      }
    } catch (UnknownHostException | IllegalArgumentException e) {
      throw new UsageException(wrong(admin), e);
    }
    throw new UsageException(wrong(admin));
  }

  private static String wrong(String admin) {
    return "--admin is '"
        + admin
        + "'; HOST:PORT of loopback is allowed, such as 127.0.0.1:7070, or off";
  }
}
