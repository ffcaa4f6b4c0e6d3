package org.dharch.cmanager.direct;

import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.ForkedJvm;

/** A real node in a JVM of its own, with one handler that leaves its trail. */
final class ForwardingNodeMain {
  private ForwardingNodeMain() {}

  /** Arguments: broker, the node's name, its handler's name. */
  public static void main(String[] args) throws Exception {
    ForkedJvm.endWithParent();
    HandlerNode node = start(URI.create(args[0]), args[1], args[2], Map.of("link", "off"));
    System.out.println("NODE " + node.id());
    Thread.currentThread().join();
  }

  static HandlerNode start(URI broker, String name, String handler, Map<String, String> options) {
    return HandlerNode.builder(name)
        .handler(handler, 4, new Trail(handler))
        .start(new JmsCManagerProvider().node(broker, options));
  }

  /** Leaves a property of its own, which says what it saw of the others. */
  private record Trail(String name) implements DHHandler {
    @Override
    public Changes handle(HandlerMessage message) {
      String saw =
          message.properties().asMap().keySet().stream()
              .filter(property -> property.startsWith("did."))
              .map(property -> property.substring("did.".length()))
              .sorted()
              .collect(Collectors.joining());
      return Changes.builder().property("did." + name, saw).build();
    }
  }
}
