package org.dharch.cmanager.direct;

import java.net.URI;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.ForkedJvm;

/** A real node with direct links in a JVM of its own: handlers that do nothing, or take long. */
final class LinkNodeMain {
  private LinkNodeMain() {}

  /** Arguments: broker, the node's name, what {@code link} says. */
  public static void main(String[] args) throws Exception {
    ForkedJvm.endWithParent();
    HandlerNode node =
        HandlerNode.builder(args[1])
            .handler("nothing", 4, new Nothing(0))
            .handler("long", 4, new Nothing(50))
            .start(new JmsCManagerProvider().node(URI.create(args[0]), Map.of("link", args[2])));
    System.out.println("NODE " + node.id());
    Thread.currentThread().join();
  }

  private record Nothing(int millis) implements DHHandler {
    @Override
    public Changes handle(HandlerMessage message) throws InterruptedException {
      if (millis > 0) {
        Thread.sleep(millis);
      }
      return Changes.NONE;
    }
  }
}
