package org.dharch.axis2.delivery;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.dharch.api.Changes;
import org.dharch.axis2.GatewayServer;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;

/** A server in a JVM of its own, to be killed. */
final class DurableServer {
  private DurableServer() {}

  /**
   * Runs until it is killed or its input ends.
   *
   * @param args the repository; the node's state: {@code absent}, {@code hanging} or {@code well}
   */
  public static void main(String[] args) throws Exception {
    GatewayServer server = GatewayServer.simple(Path.of(args[0]));
    if (!args[1].equals("absent")) {
      boolean hangs = args[1].equals("hanging");
      HandlerNode.builder("node")
          .handler(
              "work",
              64,
              message -> {
                if (hangs) {
                  new CountDownLatch(1).await();
                }
                return Changes.NONE;
              })
          .start(new InMemoryProvider().node(URI.create("memory:durable"), Map.of()));
    }
    System.out.println("READY " + server.url("Echo"));
    while (System.in.read() >= 0) {
      // until the test ends it
    }
    Runtime.getRuntime().halt(0);
  }
}
