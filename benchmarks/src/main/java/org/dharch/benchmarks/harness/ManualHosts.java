package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Prints the commands with which a person starts the nodes on any machine. */
final class ManualHosts implements NodeHosts {
  private final PrintWriter out;
  private final String address;

  ManualHosts(PrintWriter out) throws IOException {
    this.out = out;
    this.address =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
            .map(InetAddress::getHostAddress)
            .findFirst()
            .orElse("127.0.0.1");
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public Optional<List<String>> command(String name, Path document, String broker) {
    out.println("Start this node now on its host, with a copy of the document:");
    out.println("  ./dharch node --name " + name + " --config " + document + " --broker " + broker);
    return Optional.empty();
  }

  @Override
  public List<String> prefix() {
    throw NodeHosts.unsupported();
  }

  @Override
  public void close() {}
}
