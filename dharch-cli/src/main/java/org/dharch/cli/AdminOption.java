package org.dharch.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.files.UserFolder;
import org.dharch.monitor.AdminAddress;
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
    return UserFolder.path().resolve(AdminPort.FOLDER);
  }

  /**
   * Opens the admin port and says so; nothing if there is to be none.
   *
   * @param unsaid whether there is to be one if the option is not there
   */
  void open(Lifetime lifetime, AdminPages pages, boolean unsaid) {
    String admin = Optional.ofNullable(said).orElse(unsaid ? ANY : OFF);
    if (!admin.equals(OFF)) {
      AdminPort port =
          lifetime.add(AdminPort.start(AdminAddress.parse("--admin", admin), folder(), pages));
      System.out.println("ADMIN " + port.uri() + " token-file " + port.tokenFile());
    }
  }
}
