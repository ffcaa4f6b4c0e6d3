package org.dharch.benchmarks.overhead;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.dharch.benchmarks.subject.RawPeer;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.core.message.Changes;
import org.dharch.core.node.HandlerNode;

/**
 * The far end of the overhead suite, a JVM of its own: {@code raw BROKER QUEUES} or {@code node
 * BROKER HANDLERS}. It prints READY and ends when its standard input does.
 */
public final class PeerMain {
  private PeerMain() {}

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[2]);
    if (args[0].equals("raw")) {
      RawPeer.serve(args[1], count);
    } else {
      HandlerNode.Builder node = HandlerNode.builder("overhead").workers(8);
      for (int i = 0; i < count; i++) {
        node.handler("noop" + i, 8, message -> Changes.NONE);
      }
      node.start(new JmsCManagerProvider().node(URI.create(args[1]), Map.of()));
    }
    System.out.println("READY");
    awaitEndOfInput();
    Runtime.getRuntime().halt(0);
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // only its end says something
    }
  }
}
