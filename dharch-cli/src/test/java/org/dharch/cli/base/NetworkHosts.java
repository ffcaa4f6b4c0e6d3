package org.dharch.cli.base;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Hosts of one local network, each a network namespace with an address of its own, on a bridge of
 * this machine. Needs root and {@code ip}. Addresses are of the range set aside for benchmarks (RFC
 * 2544), by this process's id. Used by one thread.
 */
public final class NetworkHosts implements AutoCloseable {
  private static final int MOST = 200;

  /**
   * One host.
   *
   * @param prefix stands before a command that is to run on it
   */
  public record Host(String address, List<String> prefix) {}

  private final String bridge;
  private final String subnet;
  private final List<String> namespaces = new ArrayList<>();
  private final Thread hook = new Thread(this::remove, "dharch-hosts-end");

  private NetworkHosts(long pid) {
    bridge = "dhb" + pid;
    subnet = "198.19." + pid % 256 + '.';
  }

  /** A network without hosts; empty if this process may not make one, or there is no {@code ip}. */
  public static Optional<NetworkHosts> create() throws InterruptedException {
    NetworkHosts hosts = new NetworkHosts(ProcessHandle.current().pid());
    Runtime.getRuntime().addShutdownHook(hosts.hook);
    try {
      Shell.run("ip", "link", "add", hosts.bridge, "type", "bridge");
      Shell.run("ip", "addr", "add", hosts.subnet + "1/24", "dev", hosts.bridge);
      Shell.run("ip", "link", "set", hosts.bridge, "up");
      return Optional.of(hosts);
    } catch (IOException e) {
      hosts.close();
      return Optional.empty();
    }
  }

  /** One more host. */
  public Host add() throws IOException, InterruptedException {
    int number = namespaces.size() + 2;
    if (number > MOST) {
      throw new IllegalStateException("more than " + MOST + " hosts");
    }
    String name = bridge + '-' + number;
    String here = bridge + 'h' + number;
    String address = subnet + number;
    namespaces.add(name);
    Shell.run("ip", "netns", "add", name);
    Shell.run("ip", "link", "add", here, "type", "veth", "peer", "name", "eth0", "netns", name);
    Shell.run("ip", "link", "set", here, "master", bridge, "up");
    Shell.run("ip", "-n", name, "addr", "add", address + "/24", "dev", "eth0");
    Shell.run("ip", "-n", name, "link", "set", "eth0", "up");
    Shell.run("ip", "-n", name, "link", "set", "lo", "up");
    return new Host(address, List.of("ip", "netns", "exec", name));
  }

  private void remove() {
    for (int number = 2; number < namespaces.size() + 2; number++) {
      Shell.quietly("ip", "link", "del", bridge + 'h' + number); // else it goes a little later
    }
    namespaces.forEach(name -> Shell.quietly("ip", "netns", "del", name));
    Shell.quietly("ip", "link", "del", bridge);
  }

  /** Removes what was made; what runs on the hosts is to have ended. */
  @Override
  public void close() {
    remove();
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
