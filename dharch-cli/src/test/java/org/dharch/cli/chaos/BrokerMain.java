package org.dharch.cli.chaos;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.dharch.cmanager.broker.EmbeddedBroker;

/** A broker in a JVM of its own, until its standard input ends. */
final class BrokerMain {
  private BrokerMain() {}

  public static void main(String[] args) throws IOException {
    EmbeddedBroker broker = EmbeddedBroker.start(URI.create(args[0]), Map.of());
    System.out.println("READY " + broker.uri());
    while (System.in.read() >= 0) {
      // nothing is ever said; only the end counts
    }
    System.exit(0);
  }
}
