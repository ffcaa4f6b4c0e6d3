package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.cli.base.Shell;
import org.dharch.core.message.DHArchException;

/**
 * Network namespaces on this machine: each node gets its own namespace and address, on a veth pair
 * to a bridge where this JVM has an address too. Needs root and {@code ip}. The addresses are from
 * the benchmark range of RFC 2544; the process id selects the subnet.
 */
final class NetworkNamespaces implements NodeHosts {
  private static final int MAX = 200;

  private final long pid = ProcessHandle.current().pid() % 1_000_000;
  private final String bridge = "dhb" + pid;
  private final String subnet = "198.19." + (pid & 0xff) + '.';
  private final List<String> made = new ArrayList<>();
  private final Thread hook = new Thread(this::remove, "bench-namespaces");

  private NetworkNamespaces() {}

  /**
   * Makes the bridge.
   *
   * @throws DHArchException without permission, or without {@code ip}
   */
  static NetworkNamespaces create() throws InterruptedException {
    NetworkNamespaces network = new NetworkNamespaces();
    Runtime.getRuntime().addShutdownHook(network.hook);
    try {
      // A fixed MAC address: otherwise the bridge takes the lowest of its ports and changes it with
      // every new node, which cuts off the earlier nodes for seconds.
      String mac = String.format("02:00:c6:13:%02x:01", network.pid & 0xff);
      Shell.run("ip", "link", "add", network.bridge, "address", mac, "type", "bridge");
      Shell.run("ip", "addr", "add", network.address() + "/24", "dev", network.bridge);
      Shell.run("ip", "link", "set", network.bridge, "up");
      return network;
    } catch (IOException e) {
      network.close();
      throw new DHArchException(
          "--env lan on one machine needs root and the command 'ip' (iproute2); run as root, or"
              + " pass other machines with --hosts:  "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public String address() {
    return subnet + 1;
  }

  @Override
  public Optional<String> nextAddress() {
    return Optional.of(subnet + (made.size() + 2));
  }

  @Override
  public Optional<List<String>> command(String name, Path document, String broker)
      throws IOException, InterruptedException {
    return Optional.of(
        ChildJvm.java(
            prefix(), "org.dharch.cli.Main", NodeHosts.arguments(name, document, broker)));
  }

  @Override
  public List<String> prefix() throws IOException, InterruptedException {
    return List.of("ip", "netns", "exec", namespace());
  }

  private String namespace() throws IOException, InterruptedException {
    int number = made.size() + 1;
    String address = nextAddress().orElseThrow();
    if (number > MAX) {
      throw new DHArchException("the network must have at most " + MAX + " nodes");
    }
    String name = "dharch-bench-" + pid + "-" + number;
    String here = "dh" + pid + "n" + number;
    Shell.run("ip", "netns", "add", name);
    made.add(name);
    Shell.run("ip", "link", "add", here, "type", "veth", "peer", "name", "eth0", "netns", name);
    Shell.run("ip", "link", "set", here, "master", bridge);
    Shell.run("ip", "link", "set", here, "up");
    Shell.run("ip", "-n", name, "addr", "add", address + "/24", "dev", "eth0");
    Shell.run("ip", "-n", name, "link", "set", "lo", "up");
    Shell.run("ip", "-n", name, "link", "set", "eth0", "up");
    return name;
  }

  private void remove() {
    // deleting a namespace deletes both ends of its veth pair
    made.forEach(name -> Shell.quietly("ip", "netns", "del", name));
    Shell.quietly("ip", "link", "del", bridge);
    made.clear();
  }

  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the hook already runs because the JVM is shutting down
    }
  }
}
