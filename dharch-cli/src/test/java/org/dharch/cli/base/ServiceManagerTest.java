package org.dharch.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.dharch.cli.CommandProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports to systemd, played by Python because Java has no such sockets. */
public class ServiceManagerTest {
  private static final String LISTENER =
      """
      import socket, sys
      name = sys.argv[1]
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      listener.bind("\\0" + name[1:] if name.startswith("@") else name)
      print("LISTENS", flush=True)
      while True:
          for line in listener.recv(4096).decode().splitlines():
              print(line, flush=True)
      """;

  @TempDir Path folder;

  @Test
  void reportsReadyWatchdogAndStop() throws Exception {
    assertStates(folder.resolve("notify").toString());
  }

  @Test
  void abstractSocketIsSupported() throws Exception {
    assertStates("@dharch-test-" + UUID.randomUUID());
  }

  /** Prints what is sent to the socket. */
  public static CommandProcess systemd(String socket) throws IOException {
    CommandProcess systemd =
        new CommandProcess(new ProcessBuilder("python3", "-c", LISTENER, socket));
    systemd.await("LISTENS");
    return systemd;
  }

  private void assertStates(String socket) throws Exception {
    Map<String, String> environment =
        Map.of(
            "NOTIFY_SOCKET", socket, "WATCHDOG_USEC", "200000", "DHARCH_BIND", "tcp://127.0.0.1:0");
    try (CommandProcess systemd = systemd(socket)) {
      try (CommandProcess broker = new CommandProcess(folder, List.of(), environment, "broker")) {
        String ready = broker.await("READY ");
        systemd.await("READY=1");
        assertEquals(ready, systemd.await("STATUS="));
        systemd.await("WATCHDOG=1");
        broker.terminate();
        systemd.await("STOPPING=1");
        assertEquals(143, broker.exitCode(20));
      }
    }
  }
}
