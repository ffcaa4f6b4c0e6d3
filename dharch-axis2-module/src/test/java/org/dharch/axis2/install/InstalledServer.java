package org.dharch.axis2.install;

import java.nio.file.Path;
import org.dharch.axis2.GatewayServer;

/** Axis2's own HTTP server in a JVM of its own, with nothing of DHArch on its class path. */
final class InstalledServer {
  private InstalledServer() {}

  /** Runs until its input ends, on the repository in this folder. */
  public static void main(String[] args) throws Exception {
    GatewayServer server = GatewayServer.simple(Path.of(args[0]));
    System.out.println("READY " + server.url(""));
    while (System.in.read() >= 0) {
      // until the test closes it
    }
    server.close();
    System.exit(0);
  }
}
