package org.dharch.benchmarks.peers;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.dharch.benchmarks.site.Waiting;
import org.dharch.benchmarks.subject.RawPeer;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.core.message.Changes;
import org.dharch.core.node.HandlerNode;

/**
 * The far end of the peers suite, a JVM of its own: {@code camel|dharch|raw BROKER MICROS NUMBER…},
 * handlers of those numbers that wait for so many microseconds and change nothing. It prints READY
 * and ends when its standard input does.
 */
public final class PeersMain {
  private static final int WORKERS = 8;

  private PeersMain() {}

  public static void main(String[] args) throws Exception {
    long nanos = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(args[2]));
    List<String> numbers = Arrays.asList(args).subList(3, args.length);
    switch (args[0]) {
      case "camel" -> camel(args[1], nanos, numbers);
      case "dharch" -> dharch(args[1], nanos, numbers);
      default -> RawPeer.serve(args[1], numbers.size());
    }
    System.out.println("READY");
    awaitEndOfInput();
    Runtime.getRuntime().halt(0);
  }

  private static void handle(long nanos) {
    if (nanos > 0) {
      Waiting.until(System.nanoTime() + nanos);
    }
  }

  private static void dharch(String broker, long nanos, List<String> numbers) {
    HandlerNode.Builder node =
        HandlerNode.builder("peer" + String.join("-", numbers)).workers(WORKERS);
    for (String number : numbers) {
      node.handler(
          "h" + number,
          WORKERS,
          message -> {
            handle(nanos);
            return Changes.NONE;
          });
    }
    node.start(new JmsCManagerProvider().node(URI.create(broker), Map.of()));
  }

  private static void camel(String broker, long nanos, List<String> numbers) throws Exception {
    CamelContext camel = new DefaultCamelContext();
    camel.addComponent("jms", JmsComponent.jmsComponent(CamelMulticast.connections(broker)));
    int consumers = Math.max(1, WORKERS / numbers.size());
    camel.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            for (String number : numbers) {
              from("jms:queue:"
                      + CamelMulticast.QUEUE
                      + number
                      + "?deliveryPersistent=false&replyToDeliveryPersistent=false"
                      + "&concurrentConsumers="
                      + consumers)
                  .process(
                      exchange -> {
                        handle(nanos);
                        exchange.getMessage().setBody(RawPeer.reply());
                      });
            }
          }
        });
    camel.start();
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // only its end says something
    }
  }
}
