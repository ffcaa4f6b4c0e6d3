package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.dharch.core.message.DHArchException;

/** Where the nodes of one environment run. One thread. */
interface NodeHosts extends AutoCloseable {
  /** The address of this machine that the nodes reach it at. */
  String address();

  /**
   * The command that starts a node.
   *
   * @param name the node's
   * @param document a file on this machine
   * @param broker where its broker is
   * @return empty if a person starts it, and has been told how
   */
  Optional<List<String>> command(String name, Path document, String broker)
      throws IOException, InterruptedException;

  /**
   * The address of the next place, where this machine reaches it; empty if it is not known here.
   */
  default Optional<String> nextAddress() {
    return Optional.empty();
  }

  /**
   * What stands before a command of this machine that is to run in the next place.
   *
   * @throws DHArchException if the places are on other machines
   */
  List<String> prefix() throws IOException, InterruptedException;

  @Override
  void close();

  /** On this machine, as it is. */
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

  /** For what only places on this machine can do. */
  static DHArchException notThere() {
    return new DHArchException(
        "this suite starts programs that --hosts cannot; --env lan without --hosts is allowed");
  }

  /** What {@code dharch} is told to be a node. */
  static List<String> arguments(String name, Path document, String broker) {
    return List.of(
        "node", "--until-eof", "--name", name, "--config", document.toString(), "--broker", broker);
  }
}
