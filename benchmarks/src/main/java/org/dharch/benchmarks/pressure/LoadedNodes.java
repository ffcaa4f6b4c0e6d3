package org.dharch.benchmarks.pressure;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.site.PreciseWait;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.node.HandlerNode;

/**
 * Nodes in their own JVM: {@code BROKER WORKERS HANDLER HEARTBEAT NAME…}, each with this one
 * handler, this many workers, and a heartbeat interval in milliseconds.
 */
final class LoadedNodes {
  /** A handler that changes nothing. */
  static final String SMALL = "small";

  /** A handler that changes the last element of a {@link LargeMessage}. */
  static final String LAST = "last";

  /** A handler that waits {@value #WAIT_MILLIS} ms and records the name of its node. */
  static final String WHERE = "where";

  /** A handler that waits {@value #VARIED_MILLIS} ms on average, from half to one and a half. */
  static final String VARIED = "varied";

  static final long VARIED_MILLIS = 20;

  /** The property with the name of the node. */
  static final String NODE = "pressure.node";

  static final long WAIT_MILLIS = 20;

  /** The heartbeat interval of a node without other traffic. */
  static final long HEARTBEAT_MILLIS = 250;

  private LoadedNodes() {}

  /** Starts some nodes; the caller waits until they are ready. */
  static ChildJvm start(
      EmbeddedBroker broker, int workers, String handler, long heartbeatMillis, String... names)
      throws IOException {
    List<String> args = new ArrayList<>();
    args.add(broker.uri().toString());
    args.add(Integer.toString(workers));
    args.add(handler);
    args.add(Long.toString(heartbeatMillis));
    args.addAll(List.of(names));
    return ChildJvm.start(
        "nodes with " + handler, LoadedNodes.class.getName(), args.toArray(String[]::new));
  }

  public static void main(String[] args) throws IOException {
    URI broker = URI.create(args[0]);
    int workers = Integer.parseInt(args[1]);
    List<HandlerNode> nodes = new ArrayList<>();
    Duration heartbeat = Duration.ofMillis(Integer.parseInt(args[3]));
    for (int i = 4; i < args.length; i++) {
      nodes.add(
          HandlerNode.builder(args[i])
              .workers(workers)
              .heartbeat(heartbeat)
              .handler(args[2], workers, handler(args[2], args[i]))
              .start(new JmsCManagerProvider().node(broker, Map.of())));
    }
    System.out.println("READY");
    while (System.in.read() >= 0) {
      // the parent process ends this one
    }
    nodes.forEach(HandlerNode::close);
    Runtime.getRuntime().halt(0);
  }

  static DHHandler handler(String name, String node) {
    return switch (name) {
      case SMALL -> message -> Changes.NONE;
      case LAST -> message -> LargeMessage.lastChanged();
      case WHERE -> {
        Changes here = Changes.builder().property(NODE, node).build();
        yield message -> {
          PreciseWait.until(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS));
          return here;
        };
      }
      case VARIED ->
          message -> {
            double millis = VARIED_MILLIS * (0.5 + ThreadLocalRandom.current().nextDouble());
            PreciseWait.until(System.nanoTime() + (long) (millis * 1e6));
            return Changes.NONE;
          };
      default -> throw new IllegalArgumentException("handler '" + name + "'");
    };
  }
}
