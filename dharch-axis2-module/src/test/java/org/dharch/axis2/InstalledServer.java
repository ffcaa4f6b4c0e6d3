package org.dharch.axis2;

import java.nio.file.Path;

/** A server of a JVM of its own, with Axis2 and nothing of DHArch on its class path. */
final class InstalledServer {
  private InstalledServer() {}

  /** Runs until its input ends: {@code simple} or {@code tomcat}, and the repository. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    GatewayServer server =
        args[0].equals("tomcat") ? GatewayServer.tomcat(folder) : GatewayServer.simple(folder);
    try {
      Class.forName("org.dharch.axis2.DHArchModule");
      System.out.println("DHArch is on the server's own class path");
      System.exit(1);
    } catch (ClassNotFoundException e) {
      System.out.println("READY " + server.url(""));
    }
    while (System.in.read() >= 0) {
      // until the test closes it
    }
    server.close();
    System.exit(0);
  }
}
