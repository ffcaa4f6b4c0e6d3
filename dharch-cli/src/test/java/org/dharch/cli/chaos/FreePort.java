package org.dharch.cli.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.random.RandomGenerator;

/**
 * A port for a server that is killed and comes back: below those that the system gives to outgoing
 * connections, one of which would take it meanwhile, or even connect to itself.
 */
final class FreePort {
  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;
  private static final int TRIES = 100;

  private FreePort() {}

  static int on(String host) throws IOException {
    IOException last = new IOException();
    for (int i = 0; i < TRIES; i++) {
      int port = RandomGenerator.getDefault().nextInt(LOWEST, HIGHEST);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getByName(host))) {
        return free.getLocalPort();
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }
}
