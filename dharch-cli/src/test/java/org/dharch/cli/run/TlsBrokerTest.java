package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.testing.Keytool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ssl://}, with key stores that are named on the command line. */
@Tag("full")
final class TlsBrokerTest {
  private static final String PASSWORD = "changeit";
  private static final Map<String, String> TRUST = Map.of("DHARCH_TRUST_STORE_PASSWORD", PASSWORD);

  @TempDir Path folder;
  private Path keys;
  private Path others;

  @BeforeEach
  void keyStores() throws Exception {
    keys = keyStore("broker");
    others = keyStore("client");
  }

  /** A certificate of its own, for 127.0.0.1. */
  private Path keyStore(String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Keytool.pair(store, PASSWORD, name, "ip:127.0.0.1");
    return store;
  }

  private CommandProcess broker(Path trusted, String bind) throws Exception {
    Map<String, String> passwords =
        Map.of("DHARCH_KEY_STORE_PASSWORD", PASSWORD, "DHARCH_TRUST_STORE_PASSWORD", PASSWORD);
    return new CommandProcess(
        folder,
        List.of(),
        passwords,
        "broker",
        "--bind",
        bind,
        "--key-store",
        keys.toString(),
        "--trust-store",
        trusted.toString());
  }

  private CommandProcess node(String broker, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of("node", "--name", "n", "--broker", broker));
    args.addAll(List.of(more));
    return new CommandProcess(folder, List.of(), TRUST, args.toArray(new String[0]));
  }

  @Test
  void nodeConnectsOnlyWithTrustedCertificate() throws Exception {
    try (CommandProcess broker = broker(keys, "ssl://127.0.0.1:0")) {
      String uri = broker.await("READY ");
      assertTrue(uri.startsWith("ssl://127.0.0.1:"), uri);
      try (CommandProcess node = node(uri, "--trust-store", keys.toString());
          CommandProcess distrustful = node(uri)) {
        node.await("READY n ");
        awaitLine(distrustful, "certification path");
        assertFalse(isReady(distrustful), distrustful.output().toString());
      }
    }
  }

  /** Past loopback the admin port speaks TLS, or is not opened. */
  @Test
  void adminPortBeyondLoopbackNeedsCertificate() throws Exception {
    CommandRun.of("node", "--admin", "0.0.0.0:0")
        .assertRefused("--admin beyond loopback requires --key-store");
    Map<String, String> password = Map.of("DHARCH_KEY_STORE_PASSWORD", PASSWORD);
    String[] command = {
      "node",
      "--broker",
      "tcp://127.0.0.1:1",
      "--admin",
      "0.0.0.0:0",
      "--key-store",
      keys.toString()
    };
    try (CommandProcess node = new CommandProcess(folder, List.of(), password, command)) {
      String[] admin = node.await("ADMIN https://0.0.0.0:").split(" token-file ", -1);
      List<String> ask = new ArrayList<>(List.of("status", "--json"));
      ask.addAll(List.of("--url", "https://127.0.0.1:" + admin[0], "--token-file", admin[1]));
      CommandRun.of(ask.toArray(new String[0])).assertRefused("certification path");
      ask.addAll(List.of("--trust-store", keys.toString()));
      try (CommandProcess asked =
          new CommandProcess(folder, List.of(), TRUST, ask.toArray(new String[0]))) {
        assertEquals(2, asked.exitCode(60), asked.output().toString());
        String reported = asked.output().toString();
        assertTrue(reported.contains("must be the admin port of a manager (got"), reported);
      }
    }
  }

  /** As ActiveMQ has it, {@code needClientAuth} asks every client for a certificate, too. */
  @Test
  void brokerMayRequireNodeCertificate() throws Exception {
    try (CommandProcess broker = broker(others, "ssl://127.0.0.1:0?needClientAuth=true")) {
      String uri = broker.await("READY ");
      String[] own = {
        "--trust-store",
        keys.toString(),
        "--key-store",
        others.toString(),
        "--key-store-password",
        PASSWORD
      };
      try (CommandProcess node = node(uri, own);
          CommandProcess without = node(uri, "--trust-store", keys.toString())) {
        node.await("READY n ");
        awaitLine(without, "Cannot connect; retrying ");
        assertFalse(isReady(without), without.output().toString());
      }
    }
  }

  @Test
  void serverPassesItsOptionsToNodes() throws Exception {
    Map<String, String> passwords =
        Map.of("DHARCH_KEY_STORE_PASSWORD", PASSWORD, "DHARCH_TRUST_STORE_PASSWORD", PASSWORD);
    List<String> args = new ArrayList<>(List.of("serve", "--port", "0"));
    args.addAll(List.of("--broker", "embedded:ssl://127.0.0.1:0"));
    args.addAll(List.of("--key-store", keys.toString(), "--trust-store", keys.toString()));
    try (CommandProcess serve =
        new CommandProcess(folder, List.of(), passwords, args.toArray(new String[0]))) {
      URI endpoint = URI.create(serve.await("READY "));
      String join = serve.await("Nodes join with: ");
      assertTrue(join.startsWith("dharch node --broker ssl://127.0.0.1:"), join);
      assertTrue(join.endsWith(" --trust-store " + keys), join);
      try (SteadyClients load = SteadyClients.start(endpoint, 1)) {
        load.awaitMore(2);
        load.stop();
        assertEquals(List.of(), load.problems());
      }
    }
  }

  private static boolean isReady(CommandProcess node) {
    return node.output().stream().anyMatch(line -> line.startsWith("READY "));
  }

  private static void awaitLine(CommandProcess process, String text) {
    Awaitility.await(text)
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> process.output().stream().anyMatch(line -> line.contains(text)));
  }
}
