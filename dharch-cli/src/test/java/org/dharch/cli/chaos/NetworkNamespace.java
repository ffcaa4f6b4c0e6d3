package org.dharch.cli.chaos;

import java.io.IOException;
import java.util.List;
import org.dharch.cli.base.Shell;

/**
 * A network namespace with a cable (a veth pair) to this machine. Needs root and {@code ip}. Its
 * addresses are of the range set aside for benchmarks (RFC 2544), by this process's id.
 */
final class NetworkNamespace implements AutoCloseable {
  private final String name;
  private final String here;
  private final String there;
  private final String subnet;
  private final int lowest;
  private final Thread hook = new Thread(this::remove, "dharch-chaos-namespace");

  private NetworkNamespace(long pid) {
    name = "dharch-" + pid;
    here = "dh" + pid + "a";
    there = "dh" + pid + "b";
    subnet = "198.18." + (pid >> 8 & 0xff) + '.';
    lowest = (int) (pid & 0xfc);
  }

  /**
   * Makes it.
   *
   * @throws IOException if this process may not, or there is no {@code ip}
   */
  static NetworkNamespace create() throws IOException, InterruptedException {
    NetworkNamespace namespace = new NetworkNamespace(ProcessHandle.current().pid());
    Runtime.getRuntime().addShutdownHook(namespace.hook);
    try {
      namespace.make();
      return namespace;
    } catch (IOException e) {
      namespace.close();
      throw e;
    }
  }

  private void make() throws IOException, InterruptedException {
    Shell.run("ip", "netns", "add", name);
    Shell.run("ip", "link", "add", here, "type", "veth", "peer", "name", there);
    Shell.run("ip", "link", "set", there, "netns", name);
    Shell.run("ip", "addr", "add", address() + "/30", "dev", here);
    Shell.run("ip", "link", "set", here, "up");
    Shell.run("ip", "-n", name, "addr", "add", subnet + (lowest + 2) + "/30", "dev", there);
    Shell.run("ip", "-n", name, "link", "set", "lo", "up");
    join();
  }

  /** This machine's address, as seen from inside. */
  String address() {
    return subnet + (lowest + 1);
  }

  /** Stands before a command that is to run inside. */
  List<String> prefix() {
    return List.of("ip", "netns", "exec", name);
  }

  /** Pulls the cable. */
  void cut() throws IOException, InterruptedException {
    Shell.run("ip", "-n", name, "link", "set", there, "down");
  }

  /** Puts it in again. */
  void join() throws IOException, InterruptedException {
    Shell.run("ip", "-n", name, "link", "set", there, "up");
  }

  private void remove() {
    Shell.quietly("ip", "link", "del", here);
    Shell.quietly("ip", "netns", "del", name);
  }

  /** Removes what was made. */
  @Override
  public void close() {
    remove();
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
