package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.base.NetworkHosts;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/scale-out.md, each in a JVM of its own, with clients that send while a
 * broker is killed: no request fails. Each broker and each node has a host of its own, a network
 * namespace; where none can be made all are on this one, and the page's ports become free ones.
 */
@EnabledIfSystemProperty(named = "chaos.minutes", matches = "[1-9][0-9]*")
@Tag("full")
final class ScaleOutTest {
  private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");
  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern OWN_PORT = Pattern.compile("--bind tcp://127\\.0\\.0\\.1:(\\d+)");
  private static final int CLIENTS = 3;
  private static final int BETWEEN = 30;

  @TempDir Path folder;
  private final DocsPage page = DocsPage.of("scale-out.md");

  /** Where what the page has on a port of its one machine is here. */
  private final Map<String, String> places = new HashMap<>();

  private final List<CommandProcess> running = new ArrayList<>();

  private Optional<NetworkHosts> network;

  @BeforeEach
  void makeNetwork() throws InterruptedException {
    network = NetworkHosts.create();
    if (network.isEmpty()) {
      System.out.println("scale-out: all on one host, others need root and 'ip'");
    }
  }

  @AfterEach
  void end() {
    running.forEach(CommandProcess::close);
    network.ifPresent(NetworkHosts::close);
  }

  /** Starts what a block of the page says, line by line, each when the one before can be met. */
  private List<CommandProcess> run(int block) throws Exception {
    List<CommandProcess> started = new ArrayList<>();
    for (String line : page.blocks("sh").get(block).lines().toList()) {
      CommandProcess process = start(line);
      process.await(line.contains(" serve ") ? "Nodes join with: " : "READY ");
      started.add(process);
    }
    started.forEach(process -> process.await("READY "));
    return started;
  }

  /** A line of the page; what serves clients is on this host. */
  private CommandProcess start(String line) throws Exception {
    boolean isElsewhere = network.isPresent() && !line.contains(" serve ");
    Optional<NetworkHosts.Host> host =
        isElsewhere ? Optional.of(network.get().add()) : Optional.empty();
    Matcher own = OWN_PORT.matcher(line);
    if (host.isPresent() && own.find()) {
      places.put(own.group(1), host.get().address() + ':' + own.group(1));
    }
    CommandProcess process =
        new CommandProcess(
            folder,
            host.map(NetworkHosts.Host::prefix).orElse(List.of()),
            Map.of(),
            arguments(line).toArray(new String[0]));
    running.add(process);
    return process;
  }

  private List<String> arguments(String line) throws IOException {
    List<String> arguments = new ArrayList<>();
    Matcher words = ARGUMENT.matcher(line);
    while (words.find()) {
      arguments.add(atItsPlace(words.group(1) == null ? words.group(2) : words.group(1)));
    }
    assertEquals("./dharch", arguments.remove(0), line);
    if (arguments.get(0).equals("serve")) {
      arguments.addAll(List.of("--port", "0"));
    }
    return arguments;
  }

  private String atItsPlace(String text) throws IOException {
    Matcher output = PORT.matcher(text);
    StringBuilder out = new StringBuilder();
    while (output.find()) {
      if (!places.containsKey(output.group(1))) {
        places.put(output.group(1), "127.0.0.1:" + freePort());
      }
      output.appendReplacement(out, places.get(output.group(1)));
    }
    return output.appendTail(out).toString();
  }

  private static String freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(any.getLocalPort());
    }
  }

  private static URI endpoint(CommandProcess serve) {
    return URI.create(serve.await("READY "));
  }

  @Test
  void lossOfOneOfSeveralBrokersIsTolerated() throws Exception {
    List<CommandProcess> all = run(0);
    try (SteadyClients clients = SteadyClients.start(endpoint(all.get(2)), CLIENTS)) {
      clients.awaitMore(BETWEEN);
      all.get(0).kill();
      clients.awaitMore(BETWEEN);
      clients.stop();
      assertEquals(List.of(), clients.problems());
    }
  }

  /** A third node prefers the first, and goes to the spare when that is killed. */
  @Test
  void spareTakesOverNodesOfPrimary() throws Exception {
    List<String> brokers = page.blocks("sh").get(0).lines().toList();
    CommandProcess primary = start(brokers.get(0));
    primary.await("READY ");
    start(brokers.get(1)).await("READY ");
    CommandProcess serve = start(brokers.get(2));
    run(1);
    URI endpoint = endpoint(serve);
    try (SteadyClients clients = SteadyClients.start(endpoint, CLIENTS)) {
      clients.awaitMore(BETWEEN);
      primary.kill();
      clients.awaitMore(BETWEEN);
      clients.stop();
      assertEquals(List.of(), clients.problems());
    }
  }

  @Test
  void managerReachesNodeOfOtherSite() throws Exception {
    List<CommandProcess> all = run(2);
    try (SteadyClients clients = SteadyClients.start(endpoint(all.get(2)), CLIENTS)) {
      clients.awaitMore(BETWEEN);
      clients.stop();
      assertEquals(List.of(), clients.problems());
    }
  }
}
