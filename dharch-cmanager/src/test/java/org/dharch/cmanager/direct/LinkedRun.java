package org.dharch.cmanager.direct;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.dharch.api.Changes;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Opened;
import org.dharch.core.message.Outcome;
import org.dharch.core.node.HandlerNode;

/**
 * All that a container's JVM may have of this: broker, manager, nodes and links; then none of it.
 */
public final class LinkedRun implements Callable<Integer> {
  private static final int MESSAGES = 100;

  @Override
  public Integer call() throws Exception {
    Opened open = new Opened();
    try {
      LinkedSystem namespace = open.with(LinkedSystem.withBroker("quick"));
      open.with(node(namespace, "linked", "auto"));
      open.with(node(namespace, "nowhere", "127.0.0.1:0=127.0.0.1:1"));
      namespace.awaitLinks(1);
      List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < MESSAGES; i++) {
        outcomes.add(namespace.message());
      }
      LinkedSystem.allComplete(outcomes);
      return outcomes.size();
    } finally {
      open.close();
    }
  }

  private static HandlerNode node(LinkedSystem namespace, String name, String link) {
    URI broker = namespace.broker();
    return HandlerNode.builder(name)
        .handler("quick", 4, message -> Changes.NONE)
        .start(new JmsCManagerProvider().node(broker, Map.of("link", link)));
  }
}
