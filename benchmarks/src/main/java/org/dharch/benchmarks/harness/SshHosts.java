package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dharch.core.message.DHArchException;

/**
 * Starts nodes over ssh on other machines in round-robin order. DHArch and Java must be in the same
 * folders there. The command carries the document of the node.
 */
final class SshHosts implements NodeHosts {
  private final List<String> hosts;
  private final String address;
  private int next;

  SshHosts(List<String> hosts) throws IOException {
    this.hosts = hosts;
    String host = hosts.get(0).replaceFirst("^.*@", "");
    try (DatagramSocket probe = new DatagramSocket()) {
      probe.connect(new InetSocketAddress(host, 22)); // sends nothing; selects the route
      address = probe.getLocalAddress().getHostAddress();
    } catch (java.io.UncheckedIOException e) {
      throw new DHArchException("host '" + host + "' of --hosts was not found", e);
    }
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public Optional<List<String>> command(String name, Path document, String broker)
      throws IOException {
    String host = hosts.get(next++ % hosts.size());
    String text = Base64.getEncoder().encodeToString(Files.readAllBytes(document));
    List<String> java =
        ChildJvm.java(
            List.of(), "org.dharch.cli.Main", NodeHosts.arguments(name, Path.of("$F"), broker));
    String command =
        "F=$(mktemp -d)/node.xml && echo "
            + text
            + " | base64 -d > $F && exec "
            + java.stream()
                .map(word -> word.equals("$F") ? "\"$F\"" : "'" + word + "'")
                .collect(Collectors.joining(" "));
    return Optional.of(List.of("ssh", "-o", "BatchMode=yes", host, command));
  }

  @Override
  public List<String> prefix() {
    throw NodeHosts.unsupported();
  }

  @Override
  public void close() {}
}
