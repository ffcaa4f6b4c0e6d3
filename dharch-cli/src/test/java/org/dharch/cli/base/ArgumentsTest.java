package org.dharch.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.dharch.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a command cannot be begun with: one line, exit code 2. */
final class ArgumentsTest {
  private static final Pattern NAME_OF_JAVA =
      Pattern.compile("\\b\\w+\\.[\\w.]*[A-Z]\\w*(Exception|Error|Fault)\\b");

  @TempDir Path folder;

  private static List<String> refused(String... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(UsageException.EXIT_CODE, run.exitCode(), run.err());
    assertFalse(NAME_OF_JAVA.matcher(run.err()).find(), run.err());
    return run.err().lines().toList();
  }

  private static void assertRefused(String expected, String... args) {
    List<String> lines = refused(args);
    assertEquals(1, lines.size(), lines.toString());
    assertTrue(lines.get(0).startsWith("dharch: "), lines.get(0));
    assertTrue(lines.get(0).contains(expected), lines.get(0));
  }

  /** {@code serve} that starts no node. */
  private static void assertServeRefused(String expected, Path store, String port, String broker) {
    assertRefused(
        expected,
        "serve",
        "--no-node",
        "--store",
        store.toString(),
        "--port",
        port,
        "--broker",
        broker);
  }

  @ParameterizedTest
  @CsvSource({
    "demo --requests 0, --requests must be 1 to 1000000 (got 0)",
    "demo --requests x, '--requests'",
    "demo --nodes 65, --nodes must be 1 to 64 (got 65)",
    "demo --json /no/such/folder/f.json, must be in an existing folder",
    "demo --json /proc/no-such-file, cannot write '/proc/no-such-file'",
    "serve --port 70000, --port must be 0 to 65535",
    "serve --orchestration /no/such/file, file '/no/such/file' does not exist",
    "serve --broker nonsense, --broker must be an address",
    "node --config /no/such/file, file '/no/such/file' does not exist",
    "node --config /, '/' must be a file (got a folder)",
    "validate /, '/' must be a file (got a folder)",
    "node --broker :::, --broker must be an address",
    "node --broker gopher://x:1, gopher",
    "broker --bind nonsense, --bind must be an address",
    "broker --bind udp://127.0.0.1:1, udp",
    "broker --user x, --password",
    "node --broker tcp://127.0.0.1:70000, a port from 1 to 65535",
    "node --broker http://127.0.0.1:1, 'tcp, ssl, nio, nio+ssl'",
    "node --name a/b, 'letters, digits'",
    "key node a --key-file /, '/' must be a file (got a folder)",
    "key, subcommand",
    "failed, subcommand",
    "classes --store /no/such/folder, '/no/such/folder' must be the folder of",
    "demo --json /, --json must be a file (got the folder '/')",
    "serve --host no.such.host.invalid, --host must be an address of this machine",
    "validate, FILE",
    "graph /no/such/file, file '/no/such/file' does not exist",
    "failed list --store /no/such/folder, '/no/such/folder' must be the folder of",
    "failed drop --store /no/such/folder, exactly one of ID",
    "failed show --store /no/such/folder, ID",
    "failed replay --store /no/such/folder, ID",
    "nonsense, nonsense",
    "demo --nonsense, --nonsense",
    "node --config /dev/null, '/dev/null' must be a file (got a pipe or a device)",
    "node --key-file /, key file / must be a file (got a folder)",
    "bench --list x, 'x' must not be set with --list",
    "bench --list --quick, '--quick' must not be set with --list",
    "bench --list --real, '--real' must not be set with --list",
    "bench specs --hosts zz, --hosts requires --env lan",
    "bench specs --out /dev/null, --out must be a folder",
    "bench --quick report /, '--quick' must not be set with report",
    "bench report /no/such/folder, '/no/such/folder' does not exist",
    "bench compare /no/such/a /no/such/b, file '/no/such/a' does not exist",
    "broker --bind ssl://127.0.0.1:0, requires --key-store FILE with the broker's certificate",
    "serve --broker embedded:ssl://127.0.0.1:0, --key-store FILE with the broker's certificate",
    "broker --bind ssl://127.0.0.1:0 --key-store /no/such, --key-store: '/no/such' does not exist",
  })
  void wrongArguments(String line, String expected) {
    assertRefused(expected, line.split(" "));
  }

  @Test
  void eachOrchestrationProblemIsOneLine() throws Exception {
    Path document =
        Files.writeString(
            folder.resolve("o.xml"),
            """
            <orchestrations xmlns="urn:dharch:orchestration:1">
              <orchestration name="a"><handler name="A" mustPerform="perhaps"/></orchestration>
              <rule orchestration="a" flow="sideways"/>
            </orchestrations>
            """);
    List<String> lines =
        refused("serve", "--port", "0", "--no-node", "--orchestration", document.toString());
    assertEquals(2, lines.size(), lines.toString());
    assertTrue(lines.get(0).contains("o.xml:2:"), lines.get(0));
    assertTrue(lines.get(1).contains("o.xml:3:"), lines.get(1));
  }

  @Test
  void missingHandlerClassIsReported() throws Exception {
    Path document =
        Files.writeString(
            folder.resolve("n.xml"),
            """
            <node xmlns="urn:dharch:node:1" name="n" broker="tcp://127.0.0.1:1">
              <handler name="A" class="no.such.Handler"/>
            </node>
            """);
    assertRefused("no.such.Handler", "node", "--config", document.toString());
  }

  @Test
  void portInUseIsReported() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      Path store = folder.resolve("store");
      assertServeRefused("port " + port, store, port, "embedded:tcp://127.0.0.1:0");
      assertRefused(port, "broker", "--bind", "tcp://127.0.0.1:" + port);
      assertServeRefused(port, store, "0", "embedded:tcp://127.0.0.1:" + port);
    }
  }

  @Test
  void unknownTransportIsReported() {
    assertServeRefused("gopher", folder.resolve("store"), "0", "gopher://x:1");
  }

  @Test
  void invalidStoreFolderIsReported() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertServeRefused("'" + file + "' must be a folder", file, "0", "embedded:tcp://127.0.0.1:0");
    assertRefused("'" + file + "' must be the folder of", "classes", "--store", file.toString());
  }

  @Test
  void traceOptionPrintsStackTrace() {
    List<String> lines = CommandRun.of("demo", "--trace", "--requests", "0").err().lines().toList();
    assertTrue(lines.size() > 3, lines.toString());
    assertTrue(lines.get(1).startsWith(UsageException.class.getName()), lines.get(1));
  }

  @ParameterizedTest
  @CsvSource({
    "--help",
    "--version",
    "demo --help",
    "serve --help",
    "node --help",
    "broker --version",
    "validate --help",
    "graph --help",
    "monitor --help",
    "drain --help",
    "failed --help",
    "failed list --help",
    "failed show --help",
    "failed replay --help",
    "failed drop --version"
  })
  void helpAndVersionEverywhere(String line) {
    CommandRun run = CommandRun.of(line.split(" "));
    assertEquals(0, run.exitCode());
    assertEquals("", run.err());
    assertTrue(run.out().contains("dharch"), run.out());
  }
}
