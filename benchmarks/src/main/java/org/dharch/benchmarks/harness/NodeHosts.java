package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.dharch.core.message.DHArchException;

/** The hosts on which the nodes of an environment run. One thread. */
interface NodeHosts extends AutoCloseable {
  /** Returns the address of this machine that nodes can reach. */
  String address();

  /**
   * Returns the command that starts a node.
   *
   * @param name the name of the node
   * @param document a file on this machine
   * @param broker the address of the broker
   * @return empty if a person starts the node; the instructions are printed
   */
  Optional<List<String>> command(String name, Path document, String broker)
      throws IOException, InterruptedException;

  /** Returns the address of the next host as seen from this machine; empty if unknown. */
  default Optional<String> nextAddress() {
    return Optional.empty();
  }

  /**
   * Returns the prefix that makes a command of this machine run on the next host.
   *
   * @throws DHArchException if the hosts are other machines
   */
  List<String> prefix() throws IOException, InterruptedException;

  @Override
  void close();

  /** Returns this machine as the only host. */
  static NodeHosts here() {
    return new NodeHosts() {
      @Override
      public String address() {
        return "127.0.0.1";
      }

      @Override
      public Optional<List<String>> command(String name, Path document, String broker) {
        return Optional.of(
            ChildJvm.java(List.of(), "org.dharch.cli.Main", arguments(name, document, broker)));
      }

      @Override
      public List<String> prefix() {
        return List.of();
      }

      @Override
      public void close() {}
    };
  }

  /** Returns the exception for operations that need hosts on this machine. */
  static DHArchException unsupported() {
    return new DHArchException(
        "this suite cannot start its programs on --hosts; use --env lan without --hosts");
  }

  /** Returns the arguments of {@code dharch} that start a node. */
  static List<String> arguments(String name, Path document, String broker) {
    return List.of(
        "node", "--until-eof", "--name", name, "--config", document.toString(), "--broker", broker);
  }
}
